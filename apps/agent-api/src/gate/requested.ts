import { isConditional, isDenying } from "@webhand/lexicon/denials";
import { allWords, areOrdered, saidIn } from "@webhand/lexicon/ordered";
import { namesNothing } from "@webhand/lexicon/questions";
import { fold, splitWords, wordSet } from "@webhand/lexicon/text";
import { shortForms } from "@webhand/lexicon/vocabulary/lists";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { dialogAround } from "../facts/lines.ts";
import { wordsOf } from "./words.ts";

const pressing = wordSet(
	"click press tap hit push choose select pick use",
	"klick klicke klicken drück drücke drücken tippe tippen wähle wählen",
	"clique cliquez cliquer appuie appuyez appuyer choisis choisissez",
	"pulsa pulse pulsar presiona presione presionar elige clicca cliccare premi premere scegli",
	"clicar pressione pressionar нажми нажмите нажать кликни кликните кликнуть",
);
const towards = wordSet(
	"on the a an this that my button link icon control item entry menu option named called labelled labeled says reading saying",
	"auf den die das dem der mein meinen meine knopf schaltfläche taste symbol namens",
	"sur le la les bouton lien en el los botón enlace sul sulla il lo pulsante na o botão на кнопку ссылку",
);
// What may stand before the verb of an order: where the control is to be found.
const places = wordSet(
	"in on at for from under within inside beside by to go open scroll switch im auf bei unter neben öffne gehe",
	"dans sur sous en nella nel sulla na no nos em в на под",
);
// "Click Help to see how to delete it", "the button close to Delete": the deed is spoken of.
const speaking = wordSet(
	"next close adjacent opposite similar near nearest prior how when where what why who help learn see read know about",
);
const determiners = wordSet(
	"der die das den dem ein eine einen mein meine meinen meinem dein deine deinen alle diese diesen dieses unser unsere",
);
const lead =
	/^(?:please|kindly|now|then|also|just|finally|first|next|to|let us|i (?:want|need|would like)(?: you)? to|(?:can|could|would|will) you|you (?:must|should|need to|have to)|bitte|jetzt|nun|noch|auch|um|ich (?:will|möchte|muss)|(?:kannst|könntest) du|du (?:kannst|sollst|musst)|por favor|ahora|quiero|maintenant|ensuite|je veux|ora|voglio|agora|quero|пожалуйста|теперь|я хочу)(?: |$)/u;

const quoted =
	/"[^"\n]*"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|「[^」\n]*」|(?<![\p{L}\p{N}])(?:'[^'\n]*'|‘[^’\n]*’|‚[^‘’\n]*[‘’])(?![\p{L}\p{N}])/gu;
const betweenClauses =
	/[.!?;,\n。、，；]+|(?<![\p{L}\p{N}'’])(?:and|then|but|or|while|und|dann|danach|aber|oder|et|puis|mais|ou|y|luego|pero|poi|depois|mas|и|потом|затем|но)(?![\p{L}\p{N}'’])/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The words of a clause; what is quoted stands as one entry, with its own words in it. */
type Clause = readonly (string | readonly string[])[];

/**
 * True when the instruction itself asks for a deed that cannot be undone: a clause of it does that ("delete my account", "das Konto
 * löschen") or presses the control by its name (`click "Löschen"`), it names what the control's name names, and the whole instruction
 * denies nothing. A word that only stands there ("never delete", "the button beside Delete", "how to delete") asks for nothing.
 *
 * @throws never
 */
export function asksFor(query: string, { deed, name, dialog }: Deed): boolean {
	const named = { deed: splitWords(deed), name: splitWords(fold(name)), object: objectOf(name) };
	const own = fold(query.replaceAll(quoted, " ").replaceAll(/\p{Cf}/gu, ""));
	const isPlain = !isDenying(own, splitWords(own)) && !isConditional(own, splitWords(own)) && isAbout(dialog, query);
	return isPlain && clausesOf(query).some((clause) => isPressingIt(clause, named) || isDoing(clause, named));
}

/** `deed`: a word or phrase of the destructive list; `name`: what the control is called; `dialog`: what the dialog around it says. */
type Deed = { readonly deed: string; readonly name: string; readonly dialog: readonly string[] };

type Named = { readonly deed: readonly string[]; readonly name: readonly string[]; readonly object: readonly string[] };

/** What a dialog asks to delete must be spoken of in the task, unless it names nothing: "Delete workspace?" is no answer to "delete the draft". */
function isAbout(dialog: readonly string[], query: string): boolean {
	const asked = dialog.flatMap((text) => text.split(/[.?!？。！]/)).filter((text) => wordsOf("destructive", text).length > 0);
	const deeds = asked.flatMap((text) => wordsOf("destructive", text)).flatMap(splitWords);
	// Without spaces between its words nobody tells what a sentence names.
	const sentences = asked.map((text) => text.replaceAll(new RegExp(unspaced, "gu"), " "));
	return areOrdered(sentences, { deeds, said: saidIn(query, deeds) });
}

function clausesOf(query: string): readonly Clause[] {
	const quotes: (readonly string[])[] = [];
	const marked = query.replaceAll(quoted, (text) => {
		quotes.push(splitWords(fold(text)));
		return ` q0${quotes.length - 1}q0 `;
	});
	const entryOf = (word: string) => quotes[Number(/^q0(\d+)q0$/.exec(word)?.[1] ?? -1)] ?? word;
	return fold(marked)
		.split(betweenClauses)
		.map((text) => splitWords(withoutLead(text)).map(entryOf));
}

function withoutLead(text: string): string {
	const rest = text.trim().replace(lead, "");
	return rest === text.trim() ? rest : withoutLead(rest);
}

/** The control is named right behind the verb, by its name or by the deed: what is said to be beside it is another one. */
function isPressingIt(clause: Clause, { deed, name, object }: Named): boolean {
	const verb = clause.findIndex((entry) => isIn(pressing, entry));
	if (verb === -1 || (verb > 0 && !isIn(places, clause[0]))) return false;
	const first = clause.findIndex((entry, at) => at > verb && !isIn(towards, entry) && !isIn(pressing, entry));
	const said = clause[first];
	if (said === undefined) return false;
	const words = typeof said === "string" ? clause.slice(first) : said;
	if (!deed.every((part) => words.some((word) => word === part || (unspaced.test(part) && word.includes(part))))) return false;
	const isName = beginsWith(words, name) && (typeof said === "string" || words.length === name.length);
	return isName || (beginsWith(words, deed) && holdsAll(clause, object));
}

/** The deed is the verb: at the head of the clause, as the purpose of a press ("click the bin to delete it"), or last in a German clause. */
function isDoing(clause: Clause, { deed, object }: Named): boolean {
	if (!holdsAll(clause, object)) return false;
	if (deed.some((part) => unspaced.test(part)))
		return deed.every((part) => clause.some((word) => typeof word === "string" && word.includes(part)));
	if (beginsWith(clause, deed)) return true;
	const isPurpose = (at: number) =>
		clause[at] === "to" && beginsWith(clause.slice(at + 1), deed) && !clause.slice(0, at).some((entry) => isIn(speaking, entry));
	if (isIn(pressing, clause[0]) && clause.some((_word, at) => isPurpose(at))) return true;
	const before = clause.slice(0, -deed.length);
	// In German and Russian the infinitive stands last; "skip delete" does not ask for it.
	const isLast = /(?:en|ть)$/u.test(deed.at(-1) ?? "") && beginsWith(clause.slice(before.length), deed);
	return isLast && (before.length <= 1 || typeof before[0] === "object" || isIn(determiners, before[0]));
}

/** What a control's name says that it does it to: "account" for "Delete my account", nothing for "Delete". */
function objectOf(name: string): readonly string[] {
	const deeds = new Set(wordsOf("destructive", name).flatMap(splitWords));
	const inside = fold(name).replace(/(?<!\p{L})(?:from|aus|vom|von)(?!\p{L}).*$/u, "");
	return splitWords(inside)
		.map(withoutGenitive)
		.filter((word) => !deeds.has(shortForms.get(word) ?? word) && !namesNothing(word) && !unspaced.test(word));
}

function holdsAll(clause: Clause, wanted: readonly string[]): boolean {
	const said = new Set(clause.flat().map(withoutGenitive));
	return wanted.every((word) => said.has(word) || (allWords.has(word) && [...allWords].some((all) => said.has(all))));
}

function withoutGenitive(word: string): string {
	return word.replace(/['’]s$/, "");
}

function beginsWith(words: Clause, start: readonly string[]): boolean {
	return start.length > 0 && start.every((word, at) => words[at] === word);
}

function isIn(words: ReadonlySet<string>, entry: Clause[number] | undefined): boolean {
	return typeof entry === "string" && words.has(entry);
}

// "Yes" says nothing by itself: what it says yes to stands around it.
const assent =
	/^(?:ok(?:ay)?|yes|yes,? please|sure|continue|proceed|go ahead|i understand|ja|weiter|fortfahren|oui|continuer|sí|si|continuar|sì|continua|sim|да|продолжить|是|确定|继续|はい|続行)[.!]?$/iu;
const longestQuestion = 300;

/**
 * What a dialog asks, for a control in it that only assents; longer texts are no questions.
 *
 * @throws never
 */
export function askedBy(target: ElementView, page: PageView): string {
	if (!assent.test(fold(target.name))) return "";
	const [first, ...others] = dialogAround(target, page);
	const text = [first, ...others].map((line) => line?.text ?? "").join(" ");
	return text.length > longestQuestion ? (first?.name ?? "") : text;
}

/**
 * What a dialog says around any control in it, a line each: its name and its texts, without what its controls are called.
 *
 * @returns none outside of dialogs
 * @throws never
 */
export function saidAround(target: ElementView, page: PageView): readonly string[] {
	const lines = dialogAround(target, page);
	const own = lines.map(({ cells }) =>
		cells.flatMap((cell) => cell.flatMap((part) => (part.kind === "text" ? [part.text] : []))).join(" "),
	);
	return [lines[0]?.name ?? "", ...own].filter((text) => text.trim() !== "");
}
