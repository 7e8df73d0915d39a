import { amountIn } from "@webhand/lexicon/amounts";
import { isConditional, isDenying } from "@webhand/lexicon/denials";
import { allWords, areOrdered, saidIn } from "@webhand/lexicon/ordered";
import { isAsking, isDeclining, isDeterminer, isOfQuestions, namesNothing } from "@webhand/lexicon/questions";
import { fold, splitWords, wordSet, wordsIn } from "@webhand/lexicon/text";
import { wordsByForm } from "@webhand/lexicon/vocabulary/forms";
import { harmless } from "@webhand/lexicon/vocabulary/harmless";
import { shortForms } from "@webhand/lexicon/vocabulary/lists";
import { newest, once, oncePerText } from "@webhand/page/once";
import type { ElementView, PageLine, PageView } from "@webhand/page/parse/view";
import { dialogAround, rowAround, rowOf } from "../facts/lines.ts";
import { isField } from "../facts/roles.ts";
import { orderingWord, wordsOf } from "./words.ts";

const pressVerbs = wordSet(
	"click press tap hit push choose select pick use",
	"klick klicke klicken drück drücke drücken tippe tippen wähle wählen",
	"clique cliquez cliquer appuie appuyez appuyer choisis choisissez",
	"pulsa pulse pulsar presiona presione presionar elige clicca cliccare premi premere scegli",
	"clicar pressione pressionar нажми нажмите нажать кликни кликните кликнуть",
);
const beforeName = wordSet(
	"on the a an this that my button link icon control item entry menu option named called labelled labeled says reading saying",
	"auf den die das dem der mein meinen meine knopf schaltfläche taste symbol namens",
	"sur le la les bouton lien en el los botón enlace sul sulla il lo pulsante na o botão на кнопку ссылку",
);
// A clause may begin with the place of the control, before its verb.
const placeWords = wordSet(
	"in on at for from under within inside beside by to go open scroll switch im auf bei unter neben öffne gehe",
	"dans sur sous en nella nel sulla na no nos em в на под",
);
// "Click Help to see how to delete it", "the button close to Delete": the action is only mentioned.
const mentionWords = wordSet(
	"next close adjacent opposite similar near nearest prior how when where what why who help learn see read know about",
);
const lead =
	/^(?:please|kindly|now|then|also|just|finally|first|next|to|let us|i (?:want|need|would like)(?: you)? to|(?:can|could|would|will) you|you (?:must|should|need to|have to)|bitte|jetzt|nun|noch|auch|um|ich (?:will|möchte|muss)|(?:kannst|könntest) du|du (?:kannst|sollst|musst)|por favor|ahora|quiero|maintenant|ensuite|je veux|ora|voglio|agora|quero|пожалуйста|теперь|я хочу)(?: |$)/u;

const quoted =
	/"[^"\n]*"|“[^“”\n]*”|„[^„“”\n]*[“”]|«[^«»\n]*»|「[^「」\n]*」|(?<![\p{L}\p{N}])(?:'[^'\n]*'|‘[^‘’\n]*’|‚[^‚‘’\n]*[‘’])(?![\p{L}\p{N}])/gu;
const betweenClauses =
	/[.!?;,\n。、，；]+|(?<![\p{L}\p{N}'’])(?:and|then|but|or|while|und|dann|danach|aber|oder|et|puis|mais|ou|y|luego|pero|poi|depois|mas|и|потом|затем|но)(?![\p{L}\p{N}'’])/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The words of a clause; a quote is one entry with its own words. */
type Clause = readonly (string | readonly string[])[];

/** `verb`: a word or phrase of the destructive list; `name`: the control's name; `dialog`: the texts of the dialog around it. */
type RequestedAction = { readonly verb: string; readonly name: string; readonly dialog: readonly string[] };

type ActionWords = { readonly verb: readonly string[]; readonly name: readonly string[]; readonly object: readonly string[] };

/**
 * True when the user requests an action that cannot be undone. A clause of the query does it ("delete my account") or presses the control
 * by name (`click "Löschen"`); it names the same object; nothing is denied. A mention ("how to delete") is no request. @throws never
 */
export function isRequested(query: string, { verb, name, dialog }: RequestedAction): boolean {
	const named = { verb: splitWords(verb), name: splitWords(fold(name)), object: objectOf(name) };
	const { isPlain, clauses } = readQuery(query);
	const isAsked = isPlain && clauses.some((clause) => pressesControl(clause, named) || performsAction(clause, named));
	return isAsked && (dialog.length === 0 || namesSameObject(dialog, query));
}

// A page may hold many controls that delete something: the query is read once for all of them.
const readQuery = newest(1, (text: string) => {
	const own = fold(text.replaceAll(quoted, " ").replaceAll(/\p{Cf}/gu, ""));
	const words = splitWords(own);
	return { isPlain: !isDenying(own, words) && !isConditional(own, words), clauses: clausesOf(text) };
});

// "Contract will be deleted": a dialog may only tell what it is about to do.
const undone =
	/(?<!\p{L})(?:deleted|removed|erased|gelöscht|entfernt|supprimée?s?|eliminad[oa]s?|borrad[oa]s?|удал(?:ён|ен)[аоы]?)(?!\p{L})/gu;

/**
 * True where the same control in another row stands beside more words of the query: the query means that row.
 *
 * @throws never
 */
export function isMeantElsewhere(target: ElementView, page: PageView, query: string): boolean {
	if (rowOf(target.line, page) === undefined) return false;
	const said = saidPerLine(page, `${target.type} ${target.name}\n${query}`, { target, query });
	const own = said.get(target.line) ?? 0;
	return [...said.values()].some((words) => words > own);
}

/** How much of the query the row of each control with this name says, by the lines of the controls. */
const saidPerLine = oncePerText(
	(page: PageView, _key: string, { target, query }: { readonly target: ElementView; readonly query: string }) => {
		const deeds = wordsOf("destructive", target.name).flatMap(splitWords);
		const said = [...new Set(wordsIn(query))].filter((word) => !isOfQuestions(word) && !deeds.includes(word));
		const alike = [...page.elements.values()].filter(({ type, name }) => type === target.type && name === target.name);
		const counts = new Map<number, number>();
		for (const element of alike) {
			if (counts.has(element.line)) continue;
			const words = new Set(wordsIn(rowAround(element, page)));
			counts.set(element.line, said.filter((word) => words.has(word)).length);
		}
		return counts;
	},
);

/** The query must name what a dialog asks to delete, unless the dialog names nothing: "delete the draft" does not request "Delete workspace?". */
const namesSameObject = oncePerText((dialog: readonly string[], query: string): boolean => {
	const deedsIn = (text: string) => [...wordsOf("destructive", text).flatMap(splitWords), ...(fold(text).match(undone) ?? [])];
	const asked = dialog.flatMap((text) => text.split(/[.?!？。！]/)).filter((text) => deedsIn(text).length > 0);
	const deeds = asked.flatMap(deedsIn);
	// In a script without spaces the words of a sentence cannot be told apart.
	const sentences = asked.map((text) => text.replaceAll(new RegExp(unspaced, "gu"), " "));
	return areOrdered(sentences, { deeds, said: saidIn(query, deeds) });
});

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

/** The clause presses the control and names it right behind the verb: a control "beside" that name is another one. */
function pressesControl(clause: Clause, { verb, name, object }: ActionWords): boolean {
	const press = clause.findIndex((entry) => isIn(pressVerbs, entry));
	if (press === -1 || (press > 0 && !isIn(placeWords, clause[0]))) return false;
	const first = clause.findIndex((entry, at) => at > press && !isIn(beforeName, entry) && !isIn(pressVerbs, entry));
	const named = clause[first];
	if (named === undefined) return false;
	const words = typeof named === "string" ? clause.slice(first) : named;
	if (!verb.every((part) => words.some((word) => word === part || (unspaced.test(part) && word.includes(part))))) return false;
	const isName = beginsWith(words, name) && (typeof named === "string" || words.length === name.length);
	return isName || (beginsWith(words, verb) && holdsAll(clause, object));
}

/** The verb stands first in the clause, last in German or Russian, or is the purpose of a press ("click the bin to delete it"). */
function performsAction(clause: Clause, { verb, object }: ActionWords): boolean {
	if (!holdsAll(clause, object)) return false;
	if (verb.some((part) => unspaced.test(part)))
		return verb.every((part) => clause.some((word) => typeof word === "string" && word.includes(part)));
	if (beginsWith(clause, verb)) return true;
	const isPurpose = (at: number) =>
		clause[at] === "to" && beginsWith(clause.slice(at + 1), verb) && !clause.slice(0, at).some((entry) => isIn(mentionWords, entry));
	if (isIn(pressVerbs, clause[0]) && clause.some((_word, at) => isPurpose(at))) return true;
	const before = clause.slice(0, -verb.length);
	// In German and Russian the infinitive stands last. "Skip delete" requests nothing.
	const isLast = /(?:en|ть)$/u.test(verb.at(-1) ?? "") && beginsWith(clause.slice(before.length), verb);
	return isLast && (before.length <= 1 || typeof before[0] === "object" || isDeterminer(before[0] ?? "") || before[0] === "alle");
}

/** The object in a control's name: "account" of "Delete my account", nothing of "Delete". */
function objectOf(name: string): readonly string[] {
	const deeds = new Set(wordsOf("destructive", name).flatMap(splitWords));
	const inside = fold(name).replace(/(?<!\p{L})(?:from|aus|vom|von)(?!\p{L}).*$/u, "");
	return splitWords(inside)
		.map(withoutGenitive)
		.filter((word) => !deeds.has(shortForms.get(word) ?? word) && !namesNothing(word) && !unspaced.test(word));
}

function holdsAll(clause: Clause, wanted: readonly string[]): boolean {
	const words = wordsOfClause(clause);
	return wanted.every((word) => words.has(word) || (allWords.has(word) && [...allWords].some((all) => words.has(all))));
}

const wordsOfClause = once((clause: Clause) => new Set(clause.flat().map(withoutGenitive)));

function withoutGenitive(word: string): string {
	return word.replace(/['’]s$/, "");
}

function beginsWith(words: Clause, start: readonly string[]): boolean {
	return start.length > 0 && start.every((word, at) => words[at] === word);
}

function isIn(words: ReadonlySet<string>, entry: Clause[number] | undefined): boolean {
	return typeof entry === "string" && words.has(entry);
}

// "Yes" says nothing by itself: the question stands around it.
const assent =
	/^(?:ok(?:ay)?|yes|yes,? please|sure|continue|proceed|go ahead|i understand|ja|weiter|fortfahren|oui|continuer|sí|si|continuar|sì|continua|sim|да|продолжить|是|确定|继续|はい|続行)[.!]?$/iu;
const tick = /^[✓✔☑✅👍]\uFE0F?$/u;
/** A longer text is terms or news, not a question. */
const maxQuestion = 300;
/** Of a longer text only the starts and ends of asking lines count: a page may put a long name into its question. */
const [lineStart, lineEnd, firstLines, maxAsking] = [100, 50, 2, 20];
/** A dialog with more buttons, or with a field, is a tool. */
const maxAnswers = 4;

/** The question of a dialog, for a control in it that says yes to it; "" for other controls. */
export function questionConfirmedBy(target: ElementView, page: PageView): string {
	const lines = dialogAround(target, page);
	if (lines.length === 0 || onlyTells(lines, page) || !(assent.test(fold(target.name)) || isAnswer(target, lines, page))) return "";
	return questionOf(lines);
}

// What is over, and what is still to come: the closed classes of auxiliary verbs.
const isOver =
	/(?<!\p{L})(?:was|were|been|has|have|wurden?|worden|ist|sind|a été|ont été|ha sido|han sido|fue|fueron|был[аои]?|sent|paid|\p{L}{2,}ed)(?!\p{L})/u;
const isToCome =
	/(?<!\p{L})(?:will|shall|going to|about to|if|by|wird|werden|wenn|sera|seront|va|si|será|serán|va a|при|если|будет|будут)(?!\p{L})|['’]ll(?!\p{L})/u;

/**
 * True for a dialog that tells what is so and asks nothing: no field, one button beside its cross, no amount, and no sentence that speaks of a
 * deed but as over. None of it names the button.
 *
 * @param dialog its lines, as of `dialogAround`
 * @throws never
 */
const onlyTells = once((dialog: readonly PageLine[], page: PageView): boolean => {
	const indexes = new Set(dialog.map(({ index }) => index));
	const controls = [...page.elements.values()].filter(({ type, line }) => indexes.has(line) && type !== "dialog");
	const [button, ...more] = controls.filter(({ name }) => !closes.test(fold(name)));
	if (button?.type !== "button" || more.length > 0) return false;
	const sentences = textsIn(dialog).flatMap((text) => text.split(/(?<=[.!?？。])\s+/u));
	return sentences.every((sentence) => {
		const text = fold(sentence);
		const said = splitWords(text);
		if (isAsking(text) || amountIn(text) !== undefined || isToCome.test(text)) return false;
		if (said.length > 0 && splitWords(fold(button.name)).every((word) => said.includes(word))) return false;
		const kinds = ["commit", "pay", "destructive"] as const;
		// "Order placed" tells, "Send the attached file" asks.
		if (kinds.some((kind) => orderingWord(kind, text) !== undefined) && !isOver.test(said[1] ?? "")) return false;
		return isOver.test(text) || kinds.every((kind) => wordsOf(kind, text).length === 0);
	});
});

const closes = /^(?:[×✕✖x]|close|schließen|fermer|cerrar|закрыть)$/u;

const questionOf = once((lines: readonly PageLine[]): string => {
	const whole = lines.map(({ text }) => text).join(" ");
	if (whole.length <= maxQuestion) return whole;
	const warns = lines.some(({ text }) => text.length <= lineStart && isAsking(text));
	const asking = lines.filter(({ kind, text }, at) => kind === "heading" || /[?？]/.test(text) || (warns && at <= firstLines));
	const both = asking.length <= maxAsking ? asking : [...asking.slice(0, maxAsking / 2), ...asking.slice(-maxAsking / 2)];
	return [lines[0]?.name ?? "", ...both.map(({ text }) => shortened(text))].join(" ");
});

function shortened(text: string): string {
	return text.length <= lineStart + lineEnd ? text : `${text.slice(0, lineStart)} … ${text.slice(-lineEnd)}`;
}

/** True for a button that answers a dialog's question without naming the act: "I'm sure", "Yes, cancel it", "✓". */
function isAnswer(target: ElementView, lines: readonly PageLine[], page: PageView): boolean {
	const name = fold(target.name);
	const [first] = splitWords(name);
	const asked = askedWords(dialogTexts(target, page));
	if (isField(target.type) || asked.size === 0 || saysNo(name, asked)) return false;
	if (first === undefined ? !tick.test(name) : looking.has(first) && !asked.has(first)) return false;
	if ((["commit", "pay", "destructive"] as const).some((kind) => wordsOf(kind, name).length > 0)) return false;
	return isShort(lines, page);
}

/** True for a dialog that may ask a question: few buttons and no field. */
const isShort = once((lines: readonly PageLine[], page: PageView) => {
	const indexes = new Set(lines.map(({ index }) => index));
	const inside = [...page.elements.values()].filter(({ type, line }) => indexes.has(line) && type !== "dialog");
	return inside.length <= maxAnswers && !inside.some(({ type }) => isField(type));
});

/** What a dialog asks, by its name, its first lines and its questions; none where it asks nothing. */
const askedWords = once((texts: readonly string[]): ReadonlySet<string> => {
	const asks = texts.some(isAsking);
	return new Set(texts.filter((text, at) => asks && (at <= firstLines || /[?？]/.test(text))).flatMap(wordsIn));
});

const refused = /\b(?:keep|don['’]t|without)\b/u;

/**
 * True for a button that leaves undone what its dialog asks: "Cancel", "Keep it", "Go on without insurance" where that is offered. "Close"
 * says yes to "Close your account?", and so does "Yes, don't ask again".
 *
 * @throws never
 */
export function declinesQuestion(target: ElementView, label: string, page: PageView): boolean {
	return saysNo(fold(label), askedWords(dialogTexts(target, page)));
}

function saysNo(name: string, asked: ReadonlySet<string>): boolean {
	const [first = ""] = splitWords(name);
	const [lead = "", rest] = name.split(refused);
	if (!isDeclining(name) || asked.has(first)) return false;
	return lead === "" || isDeclining(lead) || splitWords(rest ?? "").every((word) => asked.has(word));
}

const looking = wordsByForm([...harmless.looking, ...harmless.parts]);

/** The name and the texts of the dialog around a control, one a line, without the names of its controls; none outside of dialogs. */
export function dialogTexts(target: ElementView, page: PageView): readonly string[] {
	return textsIn(dialogAround(target, page));
}

const textsIn = once((lines: readonly PageLine[]): readonly string[] => {
	const texts = lines.map(({ cells }) => cells.flat().flatMap((part) => (part.kind === "text" ? [part.text] : [])));
	return [lines[0]?.name ?? "", ...texts.map((parts) => parts.join(" "))].filter((text) => text.trim() !== "");
});
