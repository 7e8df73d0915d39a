import { isOfQuestions } from "./questions.ts";
import { wordSet, wordsIn } from "./text.ts";

/** Words for all there is: a question that says one is about more than an order that says none. */
export const allWords: ReadonlySet<string> = wordSet(
	"all every everything each both whole entire ganze ganzen gesamte gesamten entier entière entero entera intero intera alle alles jede jeden jedes sämtliche tout tous toutes todo todos todas tutti tutte tudo все всё",
);

/**
 * What was ordered. `deeds`: the words of the deed; `said`: the words of the order; `row`: what stands in the row that it is done to, where
 * that is known. All as `wordsIn` gives them.
 */
export type Ordered = {
	readonly deeds: readonly string[];
	readonly said: ReadonlySet<string>;
	readonly row?: ReadonlySet<string>;
};

const locating: ReadonlySet<string> = wordSet("in im am an of by from von vom aus auf on at inside within under de du des del dans en bei");
const joining: ReadonlySet<string> = wordSet("and then but or und dann aber oder et puis mais ou y luego pero e poi ma и затем но");
const pieces = /"[^"\n]*"|“[^“”\n]*”|„[^„“”\n]*[“”]|«[^«»\n]*»|[\p{L}\p{N}]+(?:['’]\p{L}+)?|[.,;:!?\n]/gu;

/**
 * The words that an order says its deed is about. Where the thing is named, what only tells where it stands is none of it: of "delete the
 * draft in the Marketing workspace" the draft.
 *
 * @throws never
 */
export function saidIn(text: string, deeds: readonly string[]): ReadonlySet<string> {
	const said = new Set<string>();
	let part: "before" | "thing" | "place" = "before";
	let isNamed = false;
	for (const piece of text.match(pieces) ?? []) {
		const words = wordsIn(piece);
		const [word = ""] = words;
		if (words.length === 0 || joining.has(word)) part = "before";
		else if (words.some((one) => deeds.includes(one))) [part, isNamed] = ["thing", false];
		else if (part === "thing" && isNamed && locating.has(word)) part = "place";
		else if (part === "thing" && !isOfQuestions(word)) isNamed = true;
		if (part !== "place") for (const one of words) said.add(one);
	}
	return said;
}

/**
 * True when what a page asks before a deed is about the deed that was ordered: each of its sentences is, or one that names it is and the
 * others say only what sort of thing it is ("Delete customer?" beside "Delete Carla Rossi?").
 *
 * @param sentences those that ask, one each
 * @throws never
 */
export function areOrdered(sentences: readonly string[], ordered: Ordered): boolean {
	const others = sentences.filter((sentence) => !isOrdered(sentence, ordered));
	const isNamed = sentences.some((sentence) => isOrdered(sentence, ordered) && namesIn(sentence, ordered).length > 0);
	return others.length === 0 || (isNamed && others.every((sentence) => isOfSort(sentence, ordered)));
}

/**
 * True when one sentence is about the deed that was ordered: it names what the order names, or nothing ("Delete the draft?", "Are you
 * sure?"), or nothing but what stands in the row of the deed. One about more than was said is about another deed.
 *
 * @throws never
 */
export function isOrdered(sentence: string, ordered: Ordered): boolean {
	const { said, row } = ordered;
	const names = namesIn(sentence, ordered);
	if (isOfMore(sentence, ordered)) return false;
	const isSaid = names.length === 0 || thingIn(sentence, ordered).some((word) => said.has(word));
	return isSaid || names.every((word) => row?.has(word) === true);
}

/** The deed and one word: "Delete customer?". */
function isOfSort(sentence: string, ordered: Ordered): boolean {
	const isTold = wordsIn(sentence).some((word) => ordered.deeds.includes(word));
	return isTold && namesIn(sentence, ordered).length === 1 && !isOfMore(sentence, ordered);
}

/** "Delete all tasks?", "Approve 12 orders?": more than the order says. */
function isOfMore(sentence: string, { said }: Ordered): boolean {
	const count = /(?<![\p{L}\p{N}.,-])(\d{1,6}) \p{L}+s(?!\p{L})/iu.exec(sentence)?.[1];
	return wordsIn(sentence).some((word) => allWords.has(word) && !said.has(word)) || (Number(count ?? 1) > 1 && !said.has(count ?? ""));
}

function namesIn(sentence: string, { deeds }: Ordered): readonly string[] {
	return wordsIn(sentence).filter((word) => !isOfQuestions(word) && !deeds.includes(word));
}

const place = /(?<!\p{L})(?:from|aus|vom|von)(?!\p{L}).*$/isu;

/** Of "Remove the tag from the ticket?" the tag alone: where it stands is no name of it. */
function thingIn(sentence: string, ordered: Ordered): readonly string[] {
	const thing = namesIn(sentence.replace(place, ""), ordered);
	return thing.length > 0 ? thing : namesIn(sentence, ordered);
}
