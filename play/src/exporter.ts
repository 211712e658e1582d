// The dialog that exports the world and its query in other formats.
import { byID, el } from "./dom";

const forms: [string, string][] = [
	["scenario", "Scenario"],
	["trace", "Trace"],
	["protocol", "Protocol"],
	["go", "Go test"],
];

interface Exported {
	name: string;
	text: string;
}

export class Exporter {
	private form = "scenario";
	private last: Exported = { name: "", text: "" };
	private url = "";

	constructor(
		private readonly ask: (form: string) => Promise<Exported>,
		private readonly toast: (text: string) => void,
	) {
		byID("forms").replaceChildren(...forms.map(([form, name]) => el("button", { type: "button", role: "radio", "data-form": form, onclick: () => void this.show(form) }, name)));
		byID("copy").addEventListener("click", async () => {
			try {
				await navigator.clipboard.writeText(this.last.text);
				this.toast("Copied.");
			} catch {
				this.toast("The browser forbids copying; select the text and copy it yourself.");
			}
		});
	}

	async open(): Promise<void> {
		byID<HTMLDialogElement>("exporter").showModal();
		await this.show(this.form);
	}

	private async show(form: string): Promise<void> {
		this.form = form;
		for (const button of byID("forms").querySelectorAll("button")) {
			button.setAttribute("aria-checked", String(button.dataset.form === form));
		}
		try {
			this.last = await this.ask(form);
		} catch (error) {
			this.last = { name: "", text: error instanceof Error ? error.message : String(error) };
		}
		const shown = byID("exported");
		shown.textContent = this.last.text;
		shown.dataset.form = form;
		URL.revokeObjectURL(this.url);
		this.url = URL.createObjectURL(new Blob([this.last.text], { type: "text/plain" }));
		const link = byID<HTMLAnchorElement>("download");
		link.href = this.url;
		link.download = this.last.name;
		link.textContent = this.last.name === "" ? "Save as file" : `Save ${this.last.name}`;
	}
}
