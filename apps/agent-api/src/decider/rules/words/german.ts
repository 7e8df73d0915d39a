import type { Token } from "./tokens.ts";

type Asked = "click" | "enter" | "fill" | "select" | "set" | "open" | "tick" | "untick" | "search";

const verbs: readonly (readonly [Asked, RegExp])[] = [
	["click", /^(?:klicke?|klicken|drücke?|drücken)$/],
	["enter", /^(?:tippe?|trage?|gib|gebe|schreibe?|eingeben|eintragen)$/],
	["fill", /^(?:fülle?|ausfüllen)$/],
	["select", /^(?:wähle?|auswählen)$/],
	["set", /^(?:stelle?|ändere?|setze?)$/],
	["open", /^(?:öffne|öffnen|gehe?)$/],
	["tick", /^(?:hake?|kreuze?|aktiviere|aktivieren)$/],
	["untick", /^(?:deaktiviere|deaktivieren)$/],
	["search", /^(?:suche|suchen)$/],
];

// Verbs that are told from English ones and that nothing here carries out.
const otherVerbs =
	/^(?:lies|lese|zeige?|warte|lösche?|schließe?|schliesse?|melde|sende|schicke?|markiere|scrolle|navigiere|bestätige?|speichere?|entferne?|füge?|lege|bestelle?|kaufe?|kopiere|ziehe?|mache?|prüfe?|finde|nenne?|sage?|lade|logge?)$/;
const courtesies = /^(?:bitte|zuerst|erst|zunächst|jetzt|nun|mal)$/;
const joints = /^(?:und|dann|danach|anschließend|zuletzt|schließlich|daraufhin)$/;
const orders = /^(?:dann|danach|anschließend|zuletzt|schließlich|daraufhin)$/;
const articles = /^(?:der|die|das|den|dem)$/;
const particles = /^(?:ein|aus|an|ab|um)$/;
// What a pattern has no place for bounds the order, or joins what is read as one name.
const leftOver =
	/^(?:und|oder|aber|sondern|dann|danach|nicht|nie|niemals|kein|keine|keinen|wenn|falls|sobald|solange|ohne|bis|nur|außer|damit|weil|bevor|nachdem|statt|auf|an|ein|aus|ab|um|ins|im|in|mit|bei|unter|als|zu|zum|zur|von|vom|neben|über|alle|jede|jeden|jedes|beide|es|ihn|sie|bitte)$/;

const nouns: Readonly<Record<string, string>> = {
	schaltfläche: "button",
	knopf: "button",
	button: "button",
	link: "link",
	feld: "field",
	textfeld: "field",
	eingabefeld: "field",
	liste: "list",
	auswahlliste: "list",
	kontrollkästchen: "checkbox",
	kästchen: "checkbox",
	reiter: "tab",
	eingabetaste: "Enter",
};

const isWord = (token: Token | undefined, words: RegExp): boolean => token?.kind === "word" && words.test(token.lower);
const verbOf = (token: Token | undefined): Asked | undefined =>
	token?.kind === "word" ? verbs.find(([, words]) => words.test(token.lower))?.[0] : undefined;
const startsGerman = (token: Token | undefined): boolean => verbOf(token) !== undefined || isWord(token, otherVerbs);
const isComma = (token: Token): boolean => token.kind === "mark" && token.text === ",";
const isEnd = (token: Token): boolean => token.kind === "mark" && /^[.;!?\n]$/.test(token.text);
const as = (token: Token, text: string, kind: Token["kind"] = "word"): Token => ({
	kind,
	text,
	lower: text.toLowerCase(),
	start: token.start,
	end: token.end,
});

/**
 * A German instruction in English words, by a handful of patterns; names and values stay as they are.
 *
 * @returns the tokens as they are where no clause starts with a German verb; undefined for German that no pattern accounts for whole
 */
export function inEnglish(tokens: readonly Token[]): readonly Token[] | undefined {
	const first = tokens.find((token) => token.kind !== "mark" && !isWord(token, courtesies));
	if (!startsGerman(first)) return tokens;
	const clauses = clausesIn(tokens).map(clauseInEnglish);
	return clauses.every((clause) => clause !== undefined) ? clauses.flat() : undefined;
}

/** Cut where a verb follows a joint, or "auf", which says "klicke" once more. */
function clausesIn(tokens: readonly Token[]): readonly (readonly Token[])[] {
	const clauses: Token[][] = [[]];
	for (let at = 0; at < tokens.length; at += 1) {
		const token = tokens[at];
		if (token === undefined) break;
		const current = clauses.at(-1) ?? [];
		let next = at;
		while (tokens[next] !== undefined && (isWord(tokens[next], joints) || isWord(tokens[next], courtesies) || tokens[next]?.text === ","))
			next += 1;
		const verb = current[0];
		const isAgain = verbOf(verb) === "click" && isWord(current[1], /^auf$/) && isWord(tokens[next], /^auf$/);
		const again =
			isAgain && verb !== undefined ? [{ ...verb, start: tokens[next]?.start ?? at, end: tokens[next]?.start ?? at }] : undefined;
		if (isEnd(token)) clauses.push([]);
		else if (next > at && (startsGerman(tokens[next]) || again !== undefined || current.length === 0)) {
			clauses.push(again ?? []);
			at = next - 1;
		} else current.push(token);
	}
	return clauses.filter((clause) => clause.length > 0);
}

function clauseInEnglish(clause: readonly Token[]): readonly Token[] | undefined {
	const [first] = clause;
	const asked = verbOf(first);
	if (first === undefined || asked === undefined) return undefined;
	// "… in Vorname ein und …": the verb's particle stands before each joint.
	const isParticle = (token: Token, next: Token | undefined) =>
		isWord(token, particles) && next !== undefined && (isComma(next) || isWord(next, /^und$/));
	const inner = clause
		.slice(1)
		.filter((token) => !isWord(token, courtesies) && !isWord(token, orders))
		.filter((token, at, all) => !isParticle(token, all[at + 1]));
	const hasParticle = inner.length > 1 && isWord(inner.at(-1), particles);
	const rest = hasParticle ? inner.slice(0, -1) : inner;
	const isTap = asked === "enter" && isWord(first, /^tippe?$/) && isWord(rest[0], /^auf$/);
	const said = isTap ? clicked(rest) : patterns[asked](rest);
	if (said === undefined) return undefined;
	const end = rest.at(-1) ?? first;
	return [as(first, said.verb), ...said.tokens, { ...as(end, ";", "mark"), start: end.end, end: end.end }];
}

type Said = { readonly verb: string; readonly tokens: readonly Token[] } | undefined;

const clicked = (rest: readonly Token[]): Said => {
	const thing = inRow(isWord(rest[0], /^auf$/) ? rest.slice(1) : rest);
	return thing === undefined ? undefined : { verb: thing.length === 1 && thing[0]?.text === "Enter" ? "press" : "click", tokens: thing };
};

/** A name, or `Ansehen in der Zeile von "R-2"`. */
function inRow(tokens: readonly Token[]): readonly Token[] | undefined {
	const row = tokens.findIndex(
		(token, at) => at > 1 && isWord(token, /^(?:zeile|reihe)$/) && isWord(tokens[at - 1], /^der$/) && isWord(tokens[at - 2], /^in$/),
	);
	if (row === -1) return nameOf(tokens);
	const [name, where] = [
		nameOf(tokens.slice(0, row - 2)),
		nameOf(tokens.slice(isWord(tokens[row + 1], /^(?:von|mit|für|zu)$/) ? row + 2 : row + 1)),
	];
	const joint = tokens[row - 2];
	if (name === undefined || where === undefined || joint === undefined) return undefined;
	return [...name, ...["in", "the", "row", "of"].map((text) => as(joint, text)), ...where];
}

const opened = (rest: readonly Token[]): Said => only("open", nameOf(isWord(rest[0], /^(?:zu|zum|zur|auf)$/) ? rest.slice(1) : rest));
const only = (verb: string, tokens: readonly Token[] | undefined): Said => (tokens === undefined ? undefined : { verb, tokens });

const patterns: Readonly<Record<Asked, (rest: readonly Token[]) => Said>> = {
	click: clicked,
	enter: (rest) => only("enter", listed(rest, /^(?:in|ins|im|bei|als|unter)$/, "into")),
	fill: (rest) => only("fill", listed(rest, /^mit$/, "with")),
	select: (rest) => {
		const at = rest.findIndex((token, index) => index > 0 && isWord(token, /^(?:als|bei|in|im|aus|für)$/));
		return only("select", at === -1 ? nameOf(rest) : paired(rest, at, "as"));
	},
	set: (rest) => {
		const isTick = isWord(
			rest.find((token) => !isWord(token, /^(?:den|einen|ein|das)$/)),
			/^(?:haken|häkchen)$/,
		);
		const at = rest.findIndex((token, index) => index > 0 && isWord(token, isTick ? /^(?:bei|in)$/ : /^auf$/));
		if (isTick) return at === -1 ? undefined : only("tick", nameOf(rest.slice(at + 1)));
		return at === -1 ? undefined : only("set", paired(rest, at, "to"));
	},
	open: opened,
	tick: (rest) => only("tick", nameOf(rest)),
	untick: (rest) => only("untick", nameOf(rest)),
	search: (rest) => only("search", isWord(rest[0], /^nach$/) ? nameOf(rest.slice(1)) : undefined),
};

/** Two names and the English word between them. */
function paired(tokens: readonly Token[], at: number, link: string): readonly Token[] | undefined {
	const joint = tokens[at];
	const [left, right] = [nameOf(tokens.slice(0, at)), nameOf(tokens.slice(at + 1))];
	return joint === undefined || left === undefined || right === undefined ? undefined : [...left, as(joint, link), ...right];
}

/** `"Ada" in Name, "Bath" in Ort und "10115" in PLZ`: pieces joined once each. */
function listed(tokens: readonly Token[], joint: RegExp, link: string): readonly Token[] | undefined {
	const pieces: Token[][] = [[]];
	for (const token of tokens) {
		if (isComma(token) || isWord(token, /^und$/)) pieces.push([]);
		else pieces.at(-1)?.push(token);
	}
	const said = pieces.map((piece) => {
		const at = piece.findIndex((token, index) => index > 0 && isWord(token, joint));
		return at === -1 ? undefined : paired(piece, at, link);
	});
	if (!said.every((piece) => piece !== undefined)) return undefined;
	return said.flatMap((piece, index) => (index === 0 || piece[0] === undefined ? piece : [as(piece[0], "and"), ...piece]));
}

/** A name or value without its article, its noun in English; undefined where words are left that no pattern has a place for. */
function nameOf(tokens: readonly Token[]): readonly Token[] | undefined {
	const start = tokens.findIndex((token) => !isWord(token, articles));
	const bare = start === -1 ? [] : tokens.slice(start);
	if (bare.length === 0 || bare.some((token) => isWord(token, leftOver) || startsGerman(token))) return undefined;
	return bare.flatMap((token) => {
		if (token.kind !== "word") return [token];
		const noun = nouns[token.lower];
		if (noun !== undefined) return [as(token, noun)];
		const [, name, kind] = /^(.+)-(button|link|feld|schaltfläche|knopf)$/iu.exec(token.text) ?? [];
		return name === undefined || kind === undefined
			? [token]
			: [as(token, name), { ...as(token, nouns[kind.toLowerCase()] ?? kind), start: token.end + 1, end: token.end + 1 }];
	});
}
