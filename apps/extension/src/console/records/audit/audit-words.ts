import type { AuditRow } from "@webhand/contracts/audit";
import { TaskId } from "@webhand/contracts/ids";
import { z } from "zod";
import { auditText } from "./words.ts";

/** What the actor of a row did, as the rest of a sentence that begins with the name, and why in a line below it. */
export type Deed = { readonly words: string; readonly why: string };

const browsers = [
	["Edge", /Edg\/(\d+)/],
	["Opera", /OPR\/(\d+)/],
	["Firefox", /Firefox\/(\d+)/],
	["Chrome", /(?:Headless)?Chrome\/(\d+)/],
	["Safari", /Version\/(\d+).*Safari/],
] as const;
const systems = [
	["Android", /Android/],
	["iOS", /iPhone|iPad/],
	["ChromeOS", /CrOS/],
	["Windows", /Windows/],
	["macOS", /Mac OS X/],
	["Linux", /Linux/],
] as const;

/** A client as people know it, `Chrome 156 on Linux`; another one by its first 40 characters. @throws never */
export function clientOf(userAgent: string): string {
	const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0];
	for (const [name, pattern] of browsers) {
		const version = pattern.exec(userAgent)?.[1];
		if (version !== undefined) return system === undefined ? `${name} ${version}` : auditText.clientOn(`${name} ${version}`, system);
	}
	return userAgent.slice(0, 40);
}

/** The task that a row is about, or null. @throws never */
export function taskOf({ target }: Pick<AuditRow, "target">): TaskId | null {
	const id = TaskId.safeParse(target);
	return id.success ? id.data : null;
}

/** What a row is about: a name, the email of an invite, else the id; null for nothing. @throws never */
export function targetOf({ target, targetName, facts }: Pick<AuditRow, "target" | "targetName" | "facts">): string | null {
	const email = facts["email"];
	return targetName ?? (typeof email === "string" && email !== "" ? email : target);
}

/** A name of the code as words: `retention days`. @throws never */
export const wordsOfName = (name: string): string => name.replaceAll(/([A-Z])/g, " $1").toLowerCase();

/** A value before and after a change; one that was not set is absent or null. */
const Change = z.strictObject({ from: z.unknown(), to: z.unknown() });

/** A fact as words: `500`, `submits, pay word`, `active → suspended`; "" for nothing. @param named words for values @throws never */
export function valueWords(value: unknown, named: Readonly<Record<string, string>> = auditText.values): string {
	const wordsOf = (part: unknown) => valueWords(part, named);
	if (typeof value === "string") return named[value] ?? value.replaceAll("_", " ");
	if (typeof value === "boolean") return named[`${value}`] ?? String(value);
	if (typeof value === "number") return String(value);
	if (Array.isArray(value))
		return value
			.map(wordsOf)
			.filter((word) => word !== "")
			.join(", ");
	const change = Change.safeParse(value);
	if (change.success) return `${wordsOf(change.data.from) || auditText.nothing} → ${wordsOf(change.data.to) || auditText.nothing}`;
	return value === null || value === undefined ? "" : JSON.stringify(value);
}
