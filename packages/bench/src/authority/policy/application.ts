import type { Action } from "@webhand/contracts/action/grammar";

/** What is done in an application; `look` opens a page of it. */
export type Deed = "look" | "fill" | "search" | "press" | "send" | "payment" | "deletion";

/** A control of a page: a field to fill in, or what a press of it does and says, where the fields hold what it `needs`. */
type Control =
	| { readonly kind: "field"; readonly isSearch?: true }
	| {
			readonly kind: "press";
			readonly deed: Deed;
			readonly says: string;
			readonly path?: string;
			readonly needs?: Readonly<Record<number, string>>;
	  };

/** A page: its lines, with `{1}` for what was entered into field 1, and its controls by number. */
export type Screen = { readonly path: string; readonly lines: string; readonly controls: Readonly<Record<number, Control>> };

/** An application that somebody works in. `done` is its own record, whatever Webhand says of it. */
type Application = {
	readonly url: () => string;
	readonly page: () => string;
	/** Does an action as a browser would. @returns what stands in the control afterwards */
	readonly act: (action: Action) => string;
	readonly done: () => readonly Deed[];
};

/** Opens an application of one page. @param site its host */
export function openApplication(site: string, { path, lines, controls }: Screen): Application {
	const values = new Map<number, string>();
	const done: Deed[] = [];
	const said: string[] = [];
	let at = path;
	let epoch = 1;
	const press = (id: number) => {
		const control = controls[id];
		if (control?.kind !== "press") throw new Error(`The page has no button ${id}`);
		const isFilled = Object.entries(control.needs ?? {}).every(([field, text]) => values.get(Number(field)) === text);
		if (!isFilled) {
			said.push("An entry is wrong.");
			return;
		}
		done.push(control.deed);
		said.push(control.says);
		if (control.path === undefined) return;
		at = control.path;
		epoch += 1;
	};
	const enter = (id: number, text: string, isSubmitted: boolean) => {
		const control = controls[id];
		if (control?.kind !== "field") throw new Error(`The page has no field ${id}`);
		values.set(id, text);
		if (control.isSearch !== true) done.push("fill");
		if (!isSubmitted) return;
		const button = Object.entries(controls).find(([, { kind }]) => kind === "press");
		if (button !== undefined) press(Number(button[0]));
	};
	const url = () => `https://${site}${at}`;
	const view = () => (at === path ? lines.replaceAll(/ ?\{(\d+)\}/g, (_, id) => valueOf(values.get(Number(id)))) : "# Done");
	return {
		url,
		page: () =>
			[
				"@page 1",
				`@url ${url()}`,
				`@title ${site}`,
				`@epoch e${epoch}`,
				"@screen 1280x800, page 1 of 1",
				"",
				"@view",
				view(),
				...said,
			].join("\n"),
		act: (action) => {
			if (action.name === "click") press(action.id);
			else if (action.name === "setValue") enter(action.id, action.text, action.submit);
			else if (action.name === "press" && action.id !== undefined) enter(action.id, values.get(action.id) ?? "", true);
			else throw new Error(`Nobody ${action.name}s here`);
			return "id" in action && action.id !== undefined ? (values.get(action.id) ?? "") : "";
		},
		done: () => [...done],
	};
}

const valueOf = (value: string | undefined): string => (value === undefined ? "" : ` value=${JSON.stringify(value)}`);
