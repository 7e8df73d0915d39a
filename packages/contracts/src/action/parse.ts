import type { Argument, Arguments } from "./arguments.ts";
import { readArguments } from "./arguments.ts";
import type { Action, ActionName, ActionProblem, ParsedAction } from "./grammar.ts";

const maxLength = 20_000;
const maxId = 2_147_483_647;
const maxPixels = 20_000;
const maxValueLength = 10_000;
const maxQuestionLength = 1_000;
const maxKeysLength = 60;

/**
 * Reads one action: `name(arg, …)` with integers, JSON strings, `true`/`false` or one JSON object; at most 20,000 characters.
 * White space may stand between tokens, nothing after the closing bracket.
 *
 * @param text from a model, a client or a stored row
 * @returns the action, or the first problem with its 0-based position
 * @throws never
 */
export function parseAction(text: string): ParsedAction {
	if (text.length > maxLength) return refuse("TOO_LONG", maxLength, `an action has at most ${maxLength.toLocaleString("en")} characters`);
	const start = text.search(/\S/);
	if (start === -1) return refuse("EMPTY", 0, "expected an action such as click(17)");
	const head = /^[A-Za-z]+/.exec(text.slice(start));
	const name = head?.[0] ?? "";
	if (!isActionName(name)) return refuse("UNKNOWN_ACTION", start, `expected one of ${Object.keys(builders).join(", ")}`);
	const read = readArguments(text, start + name.length);
	if (!read.ok) return read;
	const built = builders[name](new Reader(name, read.arguments));
	return "code" in built ? { ok: false, problem: built } : { ok: true, action: built };
}

type Built = Action | ActionProblem;
type Builder = (read: Reader) => Built;

const refuse = (code: ActionProblem["code"], at: number, message: string): ParsedAction => ({ ok: false, problem: { code, at, message } });
const isActionName = (name: string): name is ActionName => Object.hasOwn(builders, name);

/** Reads the arguments of one action and remembers the first problem. */
class Reader {
	readonly name: ActionName;
	readonly #list: readonly Argument[];
	readonly #end: number;
	#next = 0;
	#problem: ActionProblem | undefined;

	constructor(name: ActionName, list: Arguments) {
		this.name = name;
		this.#list = list.items;
		this.#end = list.end;
	}

	/** The arguments' types as letters: `n` integer, `s` string, `b` boolean, `o` object. */
	get shape(): string {
		return this.#list.map((item) => item.letter).join("");
	}

	id(): number {
		const item = this.#take();
		const value = typeof item?.value === "number" ? item.value : Number.NaN;
		if (!(Number.isInteger(value) && value >= 1 && value <= maxId))
			this.#fail("ID_OUT_OF_RANGE", item, `expected an element id from 1 to ${maxId}`);
		return value;
	}

	integer(low: number, high: number): number {
		const item = this.#take();
		const value = typeof item?.value === "number" ? item.value : Number.NaN;
		if (!(value >= low && value <= high)) this.#fail("BAD_ARGUMENTS", item, `expected an integer from ${low} to ${high}`);
		return value;
	}

	text(limit: number, least = 1): string {
		const item = this.#take();
		const value = typeof item?.value === "string" ? item.value : "";
		if (typeof item?.value !== "string" || value.length < least || value.length > limit)
			this.#fail("BAD_ARGUMENTS", item, `expected a text in double quotes of ${least} to ${limit} characters`);
		return value;
	}

	/** A control character typed as text can press Enter, so it is no key. */
	keys(): string {
		const item = this.#list[this.#next];
		const value = this.text(maxKeysLength);
		if (/[\p{C}\p{Zl}\p{Zp}]/u.test(value))
			this.#fail("BAD_ARGUMENTS", item, 'expected a key by its name, such as "Enter", or one printable character');
		return value;
	}

	oneOf<const T extends string>(words: readonly T[]): T {
		const item = this.#take();
		const found = words.find((word) => word === item?.value);
		if (found === undefined) this.#fail("BAD_ARGUMENTS", item, `expected one of ${words.map((word) => `"${word}"`).join(", ")}`);
		return found ?? (words[0] as T);
	}

	boolean(): boolean {
		return this.#take()?.value === true;
	}

	object(): Readonly<Record<string, unknown>> {
		const value = this.#take()?.value;
		return typeof value === "object" ? value : {};
	}

	rest(): readonly Argument[] {
		const items = this.#list.slice(this.#next);
		this.#next = this.#list.length;
		return items;
	}

	/** The action, or the first problem found in its arguments. */
	done(action: Action): Built {
		return this.#problem ?? action;
	}

	wrong(expected: string): ActionProblem {
		const at = this.#list[0]?.at ?? this.#end;
		return { code: "BAD_ARGUMENTS", at, message: `expected ${expected}` };
	}

	#take(): Argument | undefined {
		const item = this.#list[this.#next];
		this.#next += 1;
		return item;
	}

	#fail(code: ActionProblem["code"], item: Argument | undefined, message: string): void {
		this.#problem ??= { code, at: item?.at ?? this.#end, message };
	}
}

const directions = ["down", "up", "left", "right", "top", "bottom"] as const;
const clickKinds = ["double", "right", "middle"] as const;

const idOnly =
	(name: "hover" | "expand" | "options"): Builder =>
	(read) =>
		read.shape === "n" ? read.done({ name, id: read.id() }) : read.wrong(`${name}(id)`);

const bare =
	(name: "back" | "forward" | "reload" | "look"): Builder =>
	(read) =>
		read.shape === "" ? { name } : read.wrong(`${name}()`);

const web =
	(name: "navigate" | "openTab"): Builder =>
	(read) => {
		if (read.shape !== "s") return read.wrong(`${name}("https://…")`);
		const url = read.text(8_192);
		return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
			? read.done({ name, url })
			: read.wrong("an absolute http or https URL");
	};

const tab =
	(name: "switchTab" | "closeTab"): Builder =>
	(read) =>
		read.shape === "n" ? read.done({ name, tab: read.id() }) : read.wrong(`${name}(tab)`);

const builders: Record<ActionName, Builder> = {
	click: (read) => {
		switch (read.shape) {
			case "n":
				return read.done({ name: "click", id: read.id() });
			case "nnn":
				return read.done({
					name: "click",
					id: read.id(),
					at: { x: read.integer(-maxPixels, maxPixels), y: read.integer(-maxPixels, maxPixels) },
				});
			case "ns":
				return read.done({ name: "click", id: read.id(), kind: read.oneOf(clickKinds) });
			default:
				return read.wrong('click(id), click(id, x, y) or click(id, "double"|"right"|"middle")');
		}
	},
	setValue: (read) => {
		if (read.shape !== "ns" && read.shape !== "nsb") return read.wrong('setValue(id, "text") or setValue(id, "text", true)');
		const submits = read.shape === "nsb";
		return read.done({ name: "setValue", id: read.id(), text: read.text(maxValueLength, 0), submit: submits && read.boolean() });
	},
	select: (read) => {
		if (!/^ns{1,50}$/.test(read.shape)) return read.wrong('select(id, "label", …) with 1 to 50 labels');
		const id = read.id();
		return read.done({ name: "select", id, options: read.rest().map((item) => String(item.value)) });
	},
	press: (read) => {
		if (read.shape === "s") return read.done({ name: "press", keys: read.keys() });
		if (read.shape === "ns") return read.done({ name: "press", id: read.id(), keys: read.keys() });
		return read.wrong('press("Enter") or press(id, "Control+A")');
	},
	hover: idOnly("hover"),
	drag: (read) => {
		switch (read.shape) {
			case "nn":
				return read.done({ name: "drag", id: read.id(), to: { kind: "element", id: read.id() } });
			case "nnn":
				return read.done({
					name: "drag",
					id: read.id(),
					to: { kind: "offset", dx: read.integer(-maxPixels, maxPixels), dy: read.integer(-maxPixels, maxPixels) },
				});
			case "nnnnnn": {
				const id = read.id();
				const [x, y] = [read.integer(-maxPixels, maxPixels), read.integer(-maxPixels, maxPixels)];
				const target = read.id();
				return read.done({
					name: "drag",
					id,
					to: { kind: "points", x, y, id: target, x2: read.integer(-maxPixels, maxPixels), y2: read.integer(-maxPixels, maxPixels) },
				});
			}
			default:
				return read.wrong("drag(id, id), drag(id, dx, dy) or drag(id, x, y, id, x2, y2)");
		}
	},
	scroll: (read) => {
		if (read.shape === "n") return read.done({ name: "scroll", to: { kind: "pixels", deltaY: read.integer(-maxPixels, maxPixels) } });
		if (read.shape === "s") return read.done({ name: "scroll", to: { kind: "direction", direction: read.oneOf(directions) } });
		if (read.shape === "sn") {
			const word = read.oneOf([...directions, "to"]);
			const id = read.id();
			return read.done({ name: "scroll", to: word === "to" ? { kind: "element", id } : { kind: "direction", direction: word, id } });
		}
		return read.wrong('scroll("down"), scroll("down", id), scroll("to", id) or scroll(600)');
	},
	navigate: web("navigate"),
	back: bare("back"),
	forward: bare("forward"),
	reload: bare("reload"),
	wait: (read) =>
		read.shape === "n" ? read.done({ name: "wait", seconds: read.integer(0, 10) }) : read.wrong("wait(seconds) with 0 to 10"),
	openTab: web("openTab"),
	switchTab: tab("switchTab"),
	closeTab: tab("closeTab"),
	upload: (read) =>
		read.shape === "ns" ? read.done({ name: "upload", id: read.id(), file: read.text(255) }) : read.wrong('upload(id, "file name")'),
	find: (read) => (read.shape === "s" ? read.done({ name: "find", what: read.text(1_000) }) : read.wrong('find("text") or find("css:…")')),
	expand: idOnly("expand"),
	options: idOnly("options"),
	look: bare("look"),
	ask: (read) => {
		if (!/^s{1,11}$/.test(read.shape)) return read.wrong('ask("question", "choice", …) with at most 10 choices');
		const question = read.text(maxQuestionLength);
		return read.done({ name: "ask", question, choices: read.rest().map((item) => String(item.value)) });
	},
	handoff: (read) =>
		read.shape === "s" ? read.done({ name: "handoff", reason: read.text(maxQuestionLength) }) : read.wrong('handoff("reason")'),
	server: (read) =>
		read.shape === "so"
			? read.done({ name: "server", tool: read.text(200), arguments: read.object() })
			: read.wrong('server("tool", { … })'),
	finish: (read) => {
		if (read.shape === "") return { name: "finish" };
		return read.shape === "s" ? read.done({ name: "finish", answer: read.text(8_000, 0) }) : read.wrong('finish() or finish("answer")');
	},
	fail: (read) => {
		if (read.shape === "") return { name: "fail" };
		return read.shape === "s" ? read.done({ name: "fail", reason: read.text(8_000, 0) }) : read.wrong('fail() or fail("reason")');
	},
};
