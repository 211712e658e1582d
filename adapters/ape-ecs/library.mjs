// Ape-ECS as it is installed, or with known defects mended: --mended DEFECT.
import ApeECS from "ape-ecs";
import { mended } from "relspec-adapter-kit";
import { defects } from "./mended.mjs";

export const without = mended(defects);
for (const name of without) defects[name]();
export const { Component, EntityRef, System, World } = ApeECS;
