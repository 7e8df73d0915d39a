import type { ElementView } from "@webhand/page/parse/view";
import type { Solver } from "./actions.ts";
import { click, clickNamed, fill } from "./actions.ts";
import type { PageInput } from "./page-input.ts";

/** The row of a letter by its sender. */
function rowOf(page: PageInput, sender: string): ElementView {
	const row = page.all("div").find((one) => (one.content || one.name).startsWith(sender));
	if (row === undefined) throw new Error(`the page text holds no letter by ${sender}`);
	return row;
}

/** The icon inside the row of a letter. */
function iconOf(page: PageInput, sender: string, icon: string): ElementView {
	const line = rowOf(page, sender).line;
	const found = page.controls.find((one) => one.line === line && one.type !== "div" && one.name.startsWith(icon));
	if (found === undefined) throw new Error(`the page text holds no ${icon} in the row of ${sender}`);
	return found;
}

function* reply(page: PageInput, sender: string, text: string): Generator<string, void, PageInput> {
	let seen: PageInput = yield click(rowOf(page, sender));
	seen = yield* clickNamed(seen, "Reply");
	seen = yield fill(seen.nth("textarea", 0), text);
	yield click(seen.named("send reply"));
}

function* forward(page: PageInput, sender: string, to: string): Generator<string, void, PageInput> {
	let seen: PageInput = yield click(rowOf(page, sender));
	seen = yield* clickNamed(seen, "Forward");
	seen = yield fill(seen.nth("input", 0), to);
	yield click(seen.named("send forward"));
}

export const mail: Solver = function* (page) {
	const { sentence } = page;
	const [sender = ""] = page.said(/email by (\S+) and/);
	if (/trash icon/.test(sentence)) return void (yield click(iconOf(page, sender, "trash")));
	if (/star icon/.test(sentence)) return void (yield click(iconOf(page, sender, "star")));
	if (/reply to them/.test(sentence)) return yield* reply(page, sender, page.quoted[0] ?? "");
	yield* forward(page, sender, page.said(/forward that email to (\S+)\.$/)[0] ?? "");
};

/** The list shows the sender; the recipient is the other name in the sentence. */
export const mailInWords: Solver = function* (page) {
	const names = [...page.sentence.matchAll(/[A-Z][\w-]+(?:'s)?/g)].map((match) => match[0].replace(/'s$/, ""));
	const senders = page.all("div").map((row) => (row.content || row.name).split(" ")[0] ?? "");
	const isSender = (name: string) =>
		new RegExp(`(?:from|by) (?:the )?${name}\\b|\\b${name}'s|\\b${name} (?:sent|wrote)`).test(page.sentence);
	const listed = names.filter((name) => senders.includes(name));
	const sender = listed.find(isSender) ?? listed[0];
	if (sender === undefined) throw new Error(`the page text holds none of ${names.join(", ")}`);
	const others = names.filter((name) => name !== sender);
	const isReceiver = (name: string) =>
		new RegExp(`\\b(?:to|send|give|forward|email|let) ${name}\\b|\\b${name} (?:wants|needs|is|must)`, "i").test(page.sentence);
	const to = others.find(isReceiver) ?? others.at(-1) ?? "";
	yield* forward(page, sender, to);
};
