import { fold, wordSet } from "@webhand/lexicon/text";
import { opening } from "@webhand/lexicon/vocabulary/phrases";
import type { ElementView } from "@webhand/page/parse/view";
import { defined } from "../../shared/defined.ts";
import { isField, isPressable, isSlider, isTextual, isToggle, takesNoText } from "../facts/roles.ts";
import { hide, isSecretFill, isSensitiveField } from "../secrets/find.ts";
import { classifyClick, classifyPress, controlsInside, isCheckout, protectedRisks } from "./click.ts";
import { classifyCommit, classifyDeletion, fullLabelOf, isDestructive, paysAtOnce, targetSite } from "./commit-risk.ts";
import { saysHarmless } from "./harmless.ts";
import { isSecretInOtherField, isUserProvided, secretsInText } from "./leaks.ts";
import { isNamedSite, isTaskSite, placesIn, siteOf } from "./origin.ts";
import type { ActionFacts, Classification, TaskFacts } from "./risk.ts";
import { classification, mostSevere } from "./risk.ts";
import { mentionsPaying, wordsOf } from "./words.ts";

/** Setting a value: typed text, a tick, a choice or a place on a slider, by the kind of field. */
export function classifyFill(text: string, submits: boolean, facts: ActionFacts): Classification {
	const { target, page } = facts;
	if (target !== undefined && !isField(target.type)) {
		// A wrapper means the one field inside it, as it does for the client.
		const [field, another] = controlsInside(target, page).filter(({ type }) => isField(type));
		if (field !== undefined && another === undefined) return classifyFill(text, submits, { ...facts, target: field });
	}
	if (target !== undefined && takesNoText(target.type)) return classification("refused", "takes_no_text");
	if (target === undefined || isTextual(target.type)) return classifyTyping(text, submits, facts);
	const sent = submits ? [classifyCommit(facts, ["submits"])] : [];
	if (isToggle(target.type)) return mostSevere(classifyClick(facts), ...sent);
	if (target.type === "select") return mostSevere(classifySelect([text], facts), ...sent);
	const isSliding = mentionsPaying(fullLabelOf(target, page));
	return mostSevere(classifyTyping(text, submits, facts), ...(isSliding ? [classifyPress(facts)] : []));
}

function classifyTyping(text: string, submits: boolean, facts: ActionFacts): Classification {
	const { target, task } = facts;
	const own = target !== undefined && isSecretFill(target, text) && isUserProvided(text, task) ? [text] : [];
	if ([...own, ...secretsInText(text, task)].some((secret) => !isSecretOfSite(secret, targetSite(facts), task)))
		return classification("fill_sensitive", "own_secret");
	if (target !== undefined && isSecretFill(target, text) && !isOwnInText(text, target, task)) {
		const isNameOnly = !isTaskSite(targetSite(facts), task);
		const isOwnValue = isUserProvided(text, task) && (!isNameOnly || isNamedSite(targetSite(facts), task.query));
		const reasons = ["sensitive_field", ...(isOwnValue && isNameOnly ? ["outside_task" as const] : [])] as const;
		if (!isOwnValue || !submits) return { class: "fill_sensitive", reasons, isOwnValue, isSearch: false };
		return { ...classifyCommit({ ...facts, ownFill: target }, ["submits", "sensitive_field"]), isOwnValue };
	}
	const fill = submits ? classifyCommit(facts, ["submits"]) : classification("fill");
	return leaksOwnSecret(text, facts) ? mostSevere(classification("commit_protected", "own_secret"), fill) : fill;
}

/** True for a user's card number inside a longer text: the text is judged by where it goes. */
function isOwnInText(text: string, target: ElementView, task: TaskFacts): boolean {
	return !isSecretFill(target, hide(text, secretsInText(text, task))) && !isUserProvided(text, task);
}

/** A user's secret goes where the user said, on a site of the task, and nowhere else without a question. */
function leaksOwnSecret(text: string, facts: ActionFacts): boolean {
	const { target, task } = facts;
	if (secretsInText(text, task).length === 0) return false;
	return !isTaskSite(targetSite(facts), task) || isSecretInOtherField(text, target, task);
}

const lists = wordSet("select combobox listbox radiogroup grid");
const menus = wordSet("menu menubar tree list");

/** Choosing by label: each label is an entry of a field or menu that is pressed. Selecting plain text presses nothing. */
export function classifySelect(labels: readonly string[], facts: ActionFacts): Classification {
	const { target } = facts;
	if (target === undefined) return classification("fill");
	const chosen = labels.filter((label) => !isTextSelection(label, target));
	if (chosen.length === 0) return classification("fill");
	const own = isDestructive(target, facts) ? [classifyCommit(facts, ["destructive_word"])] : [];
	const gives = chosen.some((label) => givesAtOnce(label, target)) ? [classifyCommit(facts, ["commit_word"])] : [];
	return mostSevere(
		classification("fill"),
		...own,
		...gives,
		...chosen.map((label) => classifyPress({ ...facts, target: entryOf(target, label) })),
	);
}

/** A choice without a form that hands something out: "Owner" as role, "Public" as visibility, not as what a list is sorted by. */
function givesAtOnce(label: string, { form, type, name }: ElementView): boolean {
	if (form !== undefined || !(isField(type) || lists.has(type)) || saysHarmless(fold(name))) return false;
	return opening().test(fold(label)) || wordsOf("grant", label).length > 0;
}

/** On an element without a list, a choice selects a piece of its text. */
function isTextSelection(label: string, target: ElementView): boolean {
	const opens = isPressable(target.type) || lists.has(target.type) || menus.has(target.type) || isField(target.type);
	const isOpening = opens || target.states.has("collapsed") || target.states.has("expanded") || target.attributes.has("options");
	return !isOpening && fold(target.content).includes(fold(label));
}

/** An entry of a field sets a value. An entry of a menu, or one that pays at once, is a button. */
function entryOf(target: ElementView, label: string): ElementView {
	const isValue = (isField(target.type) || lists.has(target.type)) && !paysAtOnce(label);
	return {
		id: target.id,
		type: isValue ? "option" : "menuitem",
		name: label,
		content: label,
		parts: [{ kind: "text", text: label }],
		states: new Set(),
		attributes: new Map(),
		isNew: false,
		line: target.line,
		...defined({ form: target.form }),
		epoch: target.epoch,
	};
}

const readingKeys = wordSet("tab escape arrowup arrowdown arrowleft arrowright pageup pagedown home end");

/** A key on the element with the focus. */
export function classifyKey(keys: string, facts: ActionFacts): Classification {
	const { target, page } = facts;
	const { key, isAlone } = keystrokeOf(keys);
	const onCheckout = isCheckout(page.url) ? classifyCommit(facts, ["checkout_page"]) : null;
	if (isAlone && readingKeys.has(key)) return classifySliderKey(key, facts) ?? classification("observe");
	if (key === "enter") {
		if (target === undefined) return classifyUnknownFocus(classifyCommit(facts, ["enter_in_form"]), facts);
		if (facts.form !== undefined || isTextual(target.type)) return classifyCommit(facts, ["enter_in_form"]);
		return classifyClick(facts);
	}
	// A space presses the button with the focus, which is unknown here.
	if (key === " " && target === undefined) return classifyUnknownFocus(classifyCommit(facts, ["submits"]), facts);
	if (key === " " && target !== undefined && !isTextual(target.type)) return classifyClick(facts);
	if (key === "delete" || key === "backspace") return classifyDeleteKey(facts) ?? onCheckout ?? classification("fill");
	if (target !== undefined && isSensitiveField(target) && [...key].length === 1) return classification("fill_sensitive", "sensitive_field");
	return onCheckout ?? (isShortcut(keys, target) ? classification("press_unknown", "unknown_button") : classification("fill"));
}

/** Selecting, copying, finding, searching, help. */
const readingShortcuts = wordSet("a c f / ?");

/** True for a key by which a page may do anything: a letter outside of a field ("#" deletes a mail), and saving anywhere. */
function isShortcut(keys: string, target: ElementView | undefined): boolean {
	const { key, isAlone } = keystrokeOf(keys);
	if (!isAlone && key === "s") return true;
	return [...key].length === 1 && !readingShortcuts.has(key) && !(target !== undefined && isField(target.type));
}

/** The text that a key writes into a field; null for the clipboard, whose text is unknown; undefined for no text. */
export function writtenBy(keys: string): string | null | undefined {
	const { key, isAlone } = keystrokeOf(keys);
	if (isAlone) return [...key].length === 1 ? key : key === "insert" && /shift/i.test(keys) ? null : undefined;
	return key === "v" ? null : undefined;
}

/** With an unknown focus a key may press the worst control of the page. */
function classifyUnknownFocus(commitment: Classification, facts: ActionFacts): Classification {
	const pressable = [...facts.page.elements.values()].filter(({ type }) => !isField(type) && type !== "file");
	return mostSevere(commitment, ...protectedRisks(pressable, facts).filter(({ class: name }) => name === "commit_protected"));
}

/** The keys of a slider move it, and "Slide to pay" pays at its end. */
function classifySliderKey(key: string, facts: ActionFacts): Classification | null {
	const judged = isSlider(facts.target?.type ?? "") && key !== "tab" && key !== "escape" ? classifyPress(facts) : null;
	return judged?.class === "commit" || judged?.class === "commit_protected" ? judged : null;
}

/** In a field the Delete key removes text; on a message, a file or a row it deletes the thing. */
function classifyDeleteKey(facts: ActionFacts): Classification | null {
	const { target } = facts;
	if (target === undefined) return classifyCommit(facts, ["destructive_word"]);
	return isField(target.type) ? null : classifyDeletion(target, facts);
}

const aliases: ReadonlyMap<string, string> = new Map([
	["esc", "escape"],
	["return", "enter"],
	["numpadenter", "enter"],
	["del", "delete"],
	["space", " "],
	["spacebar", " "],
	...["up", "down", "left", "right"].map((way) => [way, `arrow${way}`] as const),
]);

/** `key` in lower case, a space as itself; `isAlone`: no modifier but shift, so that a field cannot take it as a command. */
export type Keystroke = { readonly key: string; readonly isAlone: boolean };

/** Reads `Enter`, `ctrl+return`, `Spacebar` as the client does: any case, spaces around, all their names. */
function keystrokeOf(keys: string): Keystroke {
	const plus = keys === "+" || keys.endsWith("++");
	const parts = plus ? ["+"] : keys.split("+");
	const last = parts.at(-1) ?? "";
	const name = last.trim() === "" ? last.slice(0, 1) : last.trim().toLowerCase();
	return { key: aliases.get(name) ?? name, isAlone: parts.slice(0, -1).every((held) => held.trim().toLowerCase() === "shift") };
}

/** What may stand between a secret and the site behind it: "hunter2 at shop.example", "hunter2 to sign in at shop.example". */
const linking =
	/^["'”’“»)]*\s*(?:(?:to |um )?(?:log|sign|anmelden|einloggen)[^,.;!?]{0,12} )?(?:at|on|for|in|to|into|auf|bei|für|zu|sur|chez|pour|en|para|de|на|для|в|@)\s+["'“„«(]*$/iu;

/**
 * True where a secret of the person may be typed: the site named beside it in the person's words, else the site that the task began on. A
 * secret of an answer goes to the task's sites.
 *
 * @throws never
 */
function isSecretOfSite(secret: string, site: string, { query, origins }: TaskFacts): boolean {
	if (!query.includes(secret)) return isTaskSite(site, { origins }) || isNamedSite(site, query);
	const places = placesIn(query);
	for (let at = query.indexOf(secret); at !== -1; at = query.indexOf(secret, at + 1)) {
		const end = at + secret.length;
		const behind = places.find(({ start }) => start >= end && linking.test(query.slice(end, start)));
		const beside = behind ?? places.findLast((place) => place.end <= at);
		const isHere = beside === undefined ? site === origins[0] || isNamedSite(site, query) : siteOf(beside.host) === site;
		if (isHere) return true;
	}
	return false;
}
