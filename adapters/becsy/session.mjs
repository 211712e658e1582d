import { World, argumentsOf } from "relspec-adapter-kit";
import { Driver, Missing } from "./driver.mjs";
import { System, Type, World as Becsy } from "./library.mjs";

const types = { f32: Type.float32, f64: Type.float64, i32: Type.int32, i64: Type.float64, bool: Type.boolean };
const typeOf = (name) => types[name] ?? Type.dynamicString(1000);

// Session is a world of Becsy. Becsy declares components and queries when a world is created. So a request that needs a
// new one makes the world again: the requests before it are repeated, each in a frame, and the queries follow them.
export class Session {
	static async open() {
		const session = new Session();
		await session.make();
		for (const op of Object.keys(argumentsOf)) if (session.world[op]) session[op] = (request) => session.answer(request);
		return session;
	}

	components = new Map(); // handle -> { members, relation }
	queries = new Map(); // key -> { all, none }, see Driver.query
	past = []; // the requests that were answered

	async answer(request) {
		for (;;) {
			try {
				const answer = await this.frame(() => this.world[request.op](request));
				this.past.push(request);
				return answer;
			} catch (error) {
				if (!(error instanceof Missing)) {
					this.past.push(request);
					throw error;
				}
				this[error.kind].set(error.key, error.declared);
				await this.make();
			}
		}
	}

	// frame does work in a system, after which the queries are brought up to date.
	async frame(work) {
		let answer, failed;
		this.work = (system) => {
			try {
				answer = work(system);
			} catch (error) {
				failed = { error };
			}
		};
		await this.becsy.execute();
		if (failed) throw failed.error;
		return answer;
	}

	async make() {
		await this.close();
		class Target {
			static schema = { all: Type.backrefs() };
		}
		const classes = new Map();
		for (const [handle, { members, relation }] of this.components) {
			const [type, field] = [classOf(members, relation, classes.size), `in${classes.size}`];
			if (relation) Target.schema[field] = Type.backrefs(type, "target");
			classes.set(handle, { type, members, relation, field });
		}
		const defs = [Target, ...[...classes.values()].map(({ type }) => type)];
		const [session, queries] = [this, this.queries];
		class Requests extends System {
			queries = new Map([...queries].map(([key, { all, none }]) => {
				const typesOf = (handles) => handles.map((handle) => classes.get(handle).type);
				return [key, this.query((q) => {
					q.current.with(Target);
					for (const any of all) any.length === 1 ? q.with(...typesOf(any)) : q.withAny(...typesOf(any));
					if (none.length > 0) q.without(...typesOf(none));
				})];
			}));
			entitlements = this.query((q) => q.using(...defs).write);

			execute() {
				session.work(this);
			}
		}
		this.becsy = await Becsy.create({ defs: [...defs, Requests], maxEntities: 200 });
		await this.frame((system) => {
			this.world = new World(new Driver(system, classes, Target));
		});
		for (const request of this.past) await this.frame(() => this.world[request.op](request)).catch(() => {});
	}

	async close() {
		await this.becsy?.terminate();
		this.becsy = undefined;
	}
}

// classOf makes the class of a component. That of a relation has a ref to the target.
function classOf(members, relation, i) {
	const schema = Object.fromEntries(members.map(([name, type]) => [name, typeOf(type)]));
	if (relation) schema.target = Type.ref;
	const name = `C${i}`; // Becsy wants different names
	return { [name]: class { static schema = schema; } }[name];
}
