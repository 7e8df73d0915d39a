/**
 * A move that an order needs, as one person tells it another: by the words on the page. `nth`, from 1, is which one of several with
 * the same name.
 */
export type Move = { readonly name: string; readonly nth?: number } & (
	| { readonly do: "press" }
	| { readonly do: "fill"; readonly text: string }
	| { readonly do: "choose"; readonly option: string }
);

export const press = (name: string): Move => ({ do: "press", name });
export const fill = (name: string, text: string): Move => ({ do: "fill", name, text });
export const choose = (name: string, option: string): Move => ({ do: "choose", name, option });

/** A control as a tool's page text shows it. `names`: everything that the text says of it, the best first. */
export type Control = {
	readonly ref: number;
	readonly kind: "button" | "field" | "choice";
	readonly names: readonly string[];
};

/** A tool's page text as data. `hasMore`: the tool shows a part of the page, and says so. */
export type Screen = { readonly text: string; readonly controls: readonly Control[]; readonly hasMore: boolean };

/** What the scripted model answers, before an adapter writes it as its tool wants it. */
export type Decision =
	| { readonly kind: "move"; readonly move: Move; readonly ref: number }
	| { readonly kind: "scroll" }
	| { readonly kind: "wait" }
	| { readonly kind: "done" }
	| { readonly kind: "fail"; readonly reason: string };
