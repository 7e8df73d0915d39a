import type { Solver } from "./actions.ts";
import { click, clickNamed, dragBy, fill, find, submit, wait } from "./actions.ts";
import type { PageInput } from "./page-input.ts";

export const pressAndWait: Solver = function* (page) {
	const [seconds = "1"] = page.said(/wait (\d) seconds/);
	let seen: PageInput = yield click(page.named("ONE", "button"));
	// The two steps in between take most of a second.
	seen = yield wait(Number(seconds) - 1);
	yield click(seen.named("TWO", "button"));
};

export const pickDay: Solver = function* (page) {
	const [month = "", day = ""] = page.said(/Select (\d+)\/(\d+)\//);
	const name = Number(month) === 11 ? "November" : "December";
	let seen: PageInput = yield click(page.nth("input", 0));
	for (let turns = 0; turns < 3 && !seen.lines.some((line) => line.startsWith(name)); turns += 1) seen = yield* clickNamed(seen, "Prev");
	yield* submit(yield click(seen.named(String(Number(day)), "a")));
};

// A digit is seven rows of four boxes; a hash is a ticked box.
const digits: Readonly<Record<string, string>> = {
	0: ".##. #..# #..# #..# #..# #..# .##.",
	1: "..#. .##. ..#. ..#. ..#. ..#. ..#.",
	2: ".##. #..# #..# ..#. .#.. #... ####",
	3: ".##. #..# ...# .##. ...# #..# .##.",
	4: "#... #.#. #.#. #### ..#. ..#. ..#.",
	5: "#### #... #... ###. ...# #..# .##.",
	6: ".##. #..# #... ###. #..# #..# .##.",
	7: "#### #..# ...# ..#. ..#. .#.. .#..",
	8: ".##. #..# #..# .##. #..# #..# .##.",
	9: ".##. #..# #..# .### ...# #..# .##.",
};

export const tickDigit: Solver = function* (page) {
	const boxes = page.all("checkbox");
	let seen = page;
	for (const [index, mark] of [...(digits[page.quoted[0] ?? ""] ?? "").replaceAll(" ", "")].entries()) {
		const box = boxes[index];
		if (mark === "#" && box !== undefined) seen = yield click(box);
	}
	yield* submit(seen);
};

/** The input after the last prompt of the terminal, without its cursor. */
const lineOf = (page: PageInput): string =>
	/user\$ ?([^█]*?) ?█?$/.exec(page.lines.findLast((line) => line.includes("user$")) ?? "")?.[1] ?? "";

/** Types into the focused element key by key, and repeats keys that a busy page missed. */
function* type(text: string): Generator<string, PageInput, PageInput> {
	for (const [index, key] of [...text].entries()) {
		const press = `press(${JSON.stringify(key)})`;
		const before = text.slice(0, index);
		let seen: PageInput = yield press;
		for (let again = 0; again < 3 && key !== " " && lineOf(seen) === before.trimEnd(); again += 1) seen = yield press;
	}
	return yield 'press("Enter")';
}

export const deleteFile: Solver = function* (page) {
	const [, extension] = /extension (\.\S+)$/.exec(page.sentence) ?? [];
	// The terminal takes the focus late and loses earlier keys.
	yield wait(1);
	const seen: PageInput = yield* type("ls");
	const start = seen.lines.findLastIndex((line) => /\bls\b/.test(line));
	const files = seen.lines
		.slice(start + 1)
		.join(" ")
		.replace(/user\$.*/s, "")
		.trim()
		.split(/\s+/);
	const file = files.find((name) => (extension === undefined ? !name.includes(".") : name.endsWith(extension)));
	if (file === undefined) throw new Error(`the page text holds no such file in ${files.join(" ")}`);
	yield* type(`rm ${file}`);
};

// Half hours that no other event covers, in the window that the sentence names.
const starts: Readonly<Record<string, (length: number) => number>> = { "8AM": () => 20, "12PM": (length) => 24 - length, "4PM": () => 32 };

export const calendarEvent: Solver = function* (page) {
	const [amount = "", unit = "", from = ""] = page.said(/Create a ([\d.]+) (\w+) event .* between (\w+) and/);
	const length = Math.round(Number(amount) / (unit.startsWith("min") ? 30 : 0.5));
	const start = starts[from]?.(length) ?? 0;
	let seen: PageInput = yield find(`css:#hh-${start}`);
	const id = Number(/[<‹]\w+ (\d+)/.exec(seen.lookup)?.[1]);
	if (!Number.isInteger(id)) throw new Error(`the half hour has no number: ${seen.lookup.slice(0, 100)}`);
	seen = yield dragBy({ id }, 0, length === 1 ? 5 : (length - 1) * 20.4);
	if (seen.all("input").length === 0) seen = yield* finishByHand(start + length - 1);
	seen = yield fill(seen.nth("input", 0), page.quoted[0] ?? "");
	yield click(seen.named("Create", "button"));
};

/** The drag starts beside the drawn event; the event ends where the last half hour is pointed at. */
function* finishByHand(last: number): Generator<string, PageInput, PageInput> {
	const found: PageInput = yield find(`css:#hh-${last}`);
	yield `hover(${Number(/[<‹]\w+ (\d+)/.exec(found.lookup)?.[1])})`;
	const event: PageInput = yield find("New event");
	return yield click(event.named("New event"));
}

const turns = 12;
const front = "css:.cube-image.active";

/**
 * Turns the cube until the page says that the wanted side is in front, because perspective does not identify the other sides.
 * The cube follows the pointer everywhere and keeps turning after its release: 50 px are about a quarter turn.
 */
export const faceOfCube: Solver = function* (page) {
	const wanted = page.quoted[0] ?? "";
	const handle = page.named("Submit", "button");
	let seen: PageInput = yield find(front);
	for (let turn = 0; turn < turns; turn += 1) {
		const [, side = ""] = /[>›](\d)/.exec(seen.lookup) ?? [];
		if (side === wanted) break;
		// Sides 1 and 6 are above and below; the others form a ring.
		if (wanted === "1") yield dragBy(handle, 0, -55);
		else if ("16".includes(wanted) || "16".includes(side)) yield dragBy(handle, 0, 60);
		else yield dragBy(handle, 50, 0);
		seen = yield find(front);
	}
	yield* submit(seen);
};
