import { fold } from "@webhand/lexicon/text";
import { isTextual } from "../facts/roles.ts";
import { targetSite } from "./action-risk.ts";
import { saysUnsaid } from "./leaks.ts";
import { isNamedSite, isTaskAuthor, isTaskSite } from "./origin.ts";
import type { ActionFacts, Classification } from "./risk.ts";
import { classification } from "./risk.ts";

/** The text that a press or fill types; null for unknown text, undefined for none. */
type Touch = { readonly text?: string | null; readonly isPress: boolean };

/** A consent screen goes on by words that are harmless elsewhere. */
const consent =
	/^(?:continue|proceed|yes|ok(?:ay)?|(?:i )?agree|weiter|fortfahren|ja|zustimmen|einverstanden|continuer|oui|j['’]accepte|d['’]accord|continuar|sí|aceptar|продолжить|да|принять|согласен|согласна)(?!\p{L})/u;

/**
 * The class of a press or fill where the task does not name the site. The first one asks; after a yes the person's own words pass. Words
 * that nobody said ask each time, also on another author's page of a shared site. What consents to something is protected.
 *
 * @param found the class by the action's own facts
 * @throws never
 */
export function classifyOutside(found: Classification, { text, isPress }: Touch, facts: ActionFacts): Classification {
	const { page, task, target } = facts;
	const site = targetSite(facts);
	const isHome = isTaskSite(site, task);
	const isHandler = found.class === "navigate" && target?.type === "a" && target.href === undefined;
	if ((isHome && isTaskAuthor(page.url, task)) || !(asksOutside.has(found.class) || isHandler)) return found;
	if (!isHome && isPress && target !== undefined && consent.test(fold(target.name)))
		return classification("commit_protected", "consent", "outside_task");
	if (isHandler) return found;
	const isTyped = text !== undefined && (target === undefined || isTextual(target.type));
	const isTold = isHome || task.toldSites?.includes(site) === true || isNamedSite(site, task.query);
	const reasons = [
		...(isTyped && (text === null || saysUnsaid(text, task)) ? (["carries_words"] as const) : []),
		...(!isHome && task.isTainted ? (["tainted"] as const) : []),
		...(isTold ? [] : (["new_site"] as const)),
	];
	return reasons.length === 0 ? found : classification("fill_offsite", ...reasons);
}

/** Classes that do not ask in every mode by themselves. */
const asksOutside: ReadonlySet<Classification["class"]> = new Set(["fill", "press_unknown", "commit"]);
