import type { ElementView } from "@webhand/page/parse/view";
import type { PageInput } from "./page-input.ts";

/** A solver: it yields actions and receives the page after each one. */
export type Solver = (page: PageInput) => Generator<string, void, PageInput>;

type Target = Pick<ElementView, "id">;
const text = (value: string): string => JSON.stringify(value);

export const click = ({ id }: Target): string => `click(${id})`;
export const clickAt = ({ id }: Target, x: number, y: number): string => `click(${id}, ${Math.round(x)}, ${Math.round(y)})`;
export const fill = ({ id }: Target, value: string): string => `setValue(${id}, ${text(value)})`;
export const choose = ({ id }: Target, label: string): string => `select(${id}, ${text(label)})`;
export const press = ({ id }: Target, keys: string): string => `press(${id}, ${text(keys)})`;
export const hover = ({ id }: Target): string => `hover(${id})`;
export const drag = (from: Target, to: Target): string => `drag(${from.id}, ${to.id})`;
export const dragBy = ({ id }: Target, dx: number, dy: number): string => `drag(${id}, ${Math.round(dx)}, ${Math.round(dy)})`;
export const find = (what: string): string => `find(${text(what)})`;
export const expand = ({ id }: Target): string => `expand(${id})`;
export const wait = (seconds: number): string => `wait(${seconds})`;

/** Presses the button that ends the task. */
export function* submit(page: PageInput, name = "Submit"): Generator<string, PageInput, PageInput> {
	return yield click(page.named(name, "button"));
}

/** A control by its name. Plain text gets a number by a lookup first. */
export function* clickNamed(page: PageInput, name: string): Generator<string, PageInput, PageInput> {
	const known = page.maybe(name);
	if (known !== undefined) return yield click(known);
	const seen: PageInput = yield find(name);
	return yield click(seen.named(name));
}
