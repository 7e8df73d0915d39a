import type { Token } from "../words/tokens.ts";
import type { Thing } from "./clause.ts";

/** Words for what people send one another. */
const letterWords = /^(?:emails?|mails?|messages?|e-mails?|letter|note)$/;

/** "Ada's email" that is opened or answered is one from Ada, not her address. */
export function asLetter(thing: Thing): Thing {
	const isOwned = thing.places.some(({ relation }) => relation === "of") && !thing.isQuoted;
	const last = thing.name.split(" ").at(-1)?.toLowerCase() ?? "";
	if (!isOwned || thing.roles.length > 0 || !letterWords.test(last)) return thing;
	return { ...thing, name: "", noun: last, role: "item", roles: ["item"] };
}

/** True for "the email from Bob": a letter with its sender, which is looked for in a list and not typed into a search. */
export function isLetterOfSomeone(tokens: readonly Token[]): boolean {
	const at = tokens.findIndex((token) => token.kind === "word" && letterWords.test(token.lower));
	const isOwned = tokens.slice(0, at).some((token) => /['\u2019]s$/.test(token.text));
	return at !== -1 && (isOwned || tokens.slice(at).some((token) => /^(?:from|by|sent|wrote|received)$/.test(token.lower)));
}

/** "the email (that) Bob sent me" said as "the email by Bob". */
export function withSender(tokens: readonly Token[]): readonly Token[] {
	const letter = tokens.findIndex((token) => token.kind === "word" && letterWords.test(token.lower));
	const sent = tokens.findIndex(
		(token, index) => index > letter + 1 && token.kind === "word" && /^(?:sent|wrote|mailed)$/.test(token.lower),
	);
	const sender = tokens[sent - 1];
	if (letter === -1 || sent === -1 || sent > letter + 4 || sender?.kind !== "word" || /^(?:that|was|is|which|i|you|we)$/.test(sender.lower))
		return tokens;
	const rest = tokens.slice(sent + 1);
	const behind = rest.findIndex((token) => token.kind !== "word" || !/^(?:me|us|to|you)$/.test(token.lower));
	return [...tokens.slice(0, letter + 1), { ...sender, text: "by", lower: "by" }, sender, ...(behind === -1 ? [] : rest.slice(behind))];
}
