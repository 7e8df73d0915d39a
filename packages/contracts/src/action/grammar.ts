/**
 * One action of the grammar, parsed. Ids are element ids of the page text (1 to 2,147,483,647); lengths in characters;
 * coordinates and distances in CSS pixels; `wait` in seconds, 0 to 10.
 */
export type Action =
	| {
			readonly name: "click";
			readonly id: number;
			readonly at?: { readonly x: number; readonly y: number };
			readonly kind?: "double" | "right" | "middle";
	  }
	| { readonly name: "setValue"; readonly id: number; readonly text: string; readonly submit: boolean }
	| { readonly name: "select"; readonly id: number; readonly options: readonly string[] }
	| { readonly name: "press"; readonly id?: number; readonly keys: string }
	| { readonly name: "hover"; readonly id: number }
	| { readonly name: "drag"; readonly id: number; readonly to: DragTarget }
	| { readonly name: "scroll"; readonly to: ScrollTarget }
	| { readonly name: "navigate"; readonly url: string }
	| { readonly name: "back" }
	| { readonly name: "forward" }
	| { readonly name: "reload" }
	| { readonly name: "wait"; readonly seconds: number }
	| { readonly name: "openTab"; readonly url: string }
	| { readonly name: "switchTab"; readonly tab: number }
	| { readonly name: "closeTab"; readonly tab: number }
	| { readonly name: "upload"; readonly id: number; readonly file: string }
	| { readonly name: "find"; readonly what: string }
	| { readonly name: "expand"; readonly id: number }
	| { readonly name: "options"; readonly id: number }
	| { readonly name: "look" }
	| { readonly name: "ask"; readonly question: string; readonly choices: readonly string[] }
	| { readonly name: "handoff"; readonly reason: string }
	| { readonly name: "server"; readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> }
	| { readonly name: "finish"; readonly answer?: string }
	| { readonly name: "fail"; readonly reason?: string };

/** Where a drag ends: on another element, by an offset, or from a point of one element to a point of another. */
export type DragTarget =
	| { readonly kind: "element"; readonly id: number }
	| { readonly kind: "offset"; readonly dx: number; readonly dy: number }
	| { readonly kind: "points"; readonly x: number; readonly y: number; readonly id: number; readonly x2: number; readonly y2: number };

/** How far a scroll goes: a direction (of the page or of container `id`), an element into view, or pixels (± 20,000). */
export type ScrollTarget =
	| { readonly kind: "direction"; readonly direction: "down" | "up" | "left" | "right" | "top" | "bottom"; readonly id?: number }
	| { readonly kind: "element"; readonly id: number }
	| { readonly kind: "pixels"; readonly deltaY: number };

/** Every action name. */
export type ActionName = Action["name"];

/** Why a text is no action: the problem, its position, and what was expected. */
export type ActionProblem = {
	readonly code: "EMPTY" | "TOO_LONG" | "UNKNOWN_ACTION" | "BAD_ARGUMENTS" | "UNTERMINATED_STRING" | "TRAILING_TEXT" | "ID_OUT_OF_RANGE";
	readonly at: number;
	readonly message: string;
};

/** A parsed action or the reason why there is none. */
export type ParsedAction = { readonly ok: true; readonly action: Action } | { readonly ok: false; readonly problem: ActionProblem };
