import type { Mandate } from "@webhand/contracts/authority/mandate";
import { inLanguage } from "../../../kit/words/language.ts";
import * as german from "./words.de.ts";

/** The page Mandates. */
export const mandatesText = inLanguage(german.mandatesText, {
	title: "Mandates",
	lead: "What routines may do without asking. Each holds for one version, its recorded steps and its sites, and ends by count, sum or date. What was changed since then asks again.",
	caption: "Mandates",
	columns: { routine: "Routine", limits: "Limits", used: "Used", state: "State", person: "Person", given: "Given", actions: "Actions" },
	used: (used: number, uses: number) => `${used} of ${uses}`,
	until: (day: string) => `until ${day}`,
	spent: (amount: string) => `${amount} so far`,
	place: (version: number, sites: string) => `Version ${version}, on ${sites}`,
	all: "Those of everybody",
	uses: "Uses",
	usesOf: (name: string) => `What “${name}” did by it`,
	showUsesOf: (name: string) => `Uses of ${name}`,
	noUses: "It was not used yet.",
	olderUses: "Older ones",
	close: "Close",
	revoke: "Take back",
	revokeOf: (name: string) => `Take back what ${name} may do`,
	revokeTitle: (name: string) => `Take back what “${name}” may do without asking?`,
	revokeEffect: "It counts at once: a row under way asks before its next save.",
	revokeConfirm: "Take it back",
	revoked: (name: string) => `“${name}” asks again.`,
	empty: "No routine may act without asking.",
	emptyHint: "Open a routine and press “Let it save without asking”, or choose it with a question of a run.",
});

/** True for a mandate that may still allow something. One of another version has ended before its date, yet that version can be run. @throws never */
export const isRevocable = ({ state, until, runId }: Pick<Mandate, "state" | "until" | "runId">, now: number): boolean =>
	state === "standing" || (state === "ended" && runId === undefined && Date.parse(until) > now);
