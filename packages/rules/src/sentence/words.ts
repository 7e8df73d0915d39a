import type { RoleNoun } from "../clause.ts";

/** The words of a line. */
export const wordSet = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(" ")));

/** The phrases of lines that commas divide, each as its words; the longest come first. */
export const phrasesOf = (...lines: readonly string[]): readonly (readonly string[])[] =>
	lines
		.flatMap((line) => line.split(", "))
		.map((phrase) => phrase.split(" "))
		.toSorted((one, other) => other.length - one.length);

const verbLines = {
	click:
		"click, click on, tap, tap on, push, double-click, double-click on, double click, double click on, right-click, right-click on, right click, right click on, switch to, focus, focus on, focus into, toggle",
	press: "press, press on, hit",
	fill: "enter, type, type in, write, input, put, insert",
	form: "fill, fill in, fill out, complete",
	set: "set, change, update",
	clear: "clear, empty",
	choose: "select, choose, pick",
	tick: "check, check off, tick, enable, activate, accept, agree to",
	untick: "uncheck, untick, deselect, unselect, disable, deactivate",
	turn: "turn, switch",
	search: "search, search for, look up, look for",
	open: "open, go to, navigate to, visit, view, show, show me, browse to",
	find: "find, locate",
	read: "read, read out, tell me, report, say, what is, what are, what's, how much is, how much are, how much does, what does",
	count: "how many, count, tell me how many",
	wait: "wait, pause for",
	scroll: "scroll",
	hover: "hover, hover over, mouse over, move the mouse over",
	use: "use",
	back: "go back, navigate back",
	forward: "go forward",
	reload: "reload, refresh",
	named: [
		"add, remove, delete, archive, save, send, submit, reply to, reply, respond to, forward, share, star, like, follow, unfollow, post, publish",
		"edit, create, print, download, export, sort, filter, mark, close, dismiss, cancel, confirm, continue, apply, reset, undo, play, pause",
		"expand, collapse, buy, order, book, reserve, check out, log in, log out, sign in, sign out, sign up, subscribe, unsubscribe, approve, assign, decline, invite, duplicate, place",
	].join(", "),
};

/** What a verb asks for; `named` verbs name a control of their own ("archive", "reply"). */
export type VerbKind = keyof typeof verbLines;

/** Every verb that is understood, by its words. */
export const verbs: ReadonlyMap<string, VerbKind> = new Map(
	Object.entries(verbLines).flatMap(([kind, line]) => line.split(", ").map((verb) => [verb, kind as VerbKind] as const)),
);

const roleLines: Readonly<Record<RoleNoun, string>> = {
	button: "button, buttons",
	link: "link, links, hyperlink",
	field:
		"field, fields, box, boxes, textbox, textboxes, text box, text boxes, text field, text fields, input, inputs, input field, input textbox, input box, text input, textarea, text area, search bar",
	checkbox: "checkbox, checkboxes, check box, check boxes",
	radio: "radio, radio button, radio buttons",
	switch: "switch, toggle, toggle switch",
	list: "list, dropdown, drop-down, drop down, dropdown list, dropdown menu, drop-down list, drop-down menu, select, combobox, combo box, scroll list",
	option: "option, options",
	tab: "tab, tabs",
	menu: "menu",
	image: "image, picture, photo, icon",
	dialog: "dialog, popup, pop-up, modal, window, banner",
	heading: "heading",
	slider: "slider",
	row: "row, rows, line",
	item: "item, items, menu item, list item, result, results, search result, search results, product, products, email, emails, e-mail, mail, message, messages, post, posts, entry, article, card",
	page: "page",
};

/** Role nouns of one or two words. */
export const roleNouns: ReadonlyMap<string, RoleNoun> = new Map(
	Object.entries(roleLines).flatMap(([role, line]) => line.split(", ").map((noun) => [noun, role as RoleNoun] as const)),
);

const ordinalWords = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");

/** The position that a word names, from the end when negative; undefined for other words. */
export function ordinalOf(word: string): number | undefined {
	if (word === "last") return -1;
	const index = ordinalWords.indexOf(word);
	if (index !== -1) return index + 1;
	const digits = /^([1-9]\d{0,3})(?:st|nd|rd|th)$/.exec(word);
	return digits === null ? undefined : Number(digits[1]);
}

export const determiners = wordSet("the a an this these those my your our");
export const allWords = wordSet("all every each both");
export const pronouns = wordSet("it them him her");
export const possessives = wordSet("its their his her");

/** Words that join a name to something else, so that they describe no quoted name and name no field. */
export const connectors = wordSet(
	"and of in on at by for from to into with between near behind over after before until as that which than without is are not &",
);

/** Words of a sentence that stand in no name without quotes: "tell me what Ada wants" is no text of the page. */
export const sentenceWords = wordSet("that what how are is was were has have does do did will would should could be than between nothing");

/** Words that limit, forbid or weigh: an order that holds one outside of quotes is refused as a whole. */
export const limits = wordSet(
	"except excluding unless if but not never without instead only or either neither whether while because before after when whenever once",
	"don't dont doesn't didn't won't can't cannot avoid besides rather apart others rest remaining any some random whichever whatever than",
	"who whose where why which cheapest cheaper lowest highest biggest largest smallest best worst better greatest most least longest shortest",
	"newest latest oldest nearest fastest appropriate suitable relevant interesting enough matching necessary everything",
);
