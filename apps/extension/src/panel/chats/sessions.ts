import type { Session } from "@webhand/contracts/chat/sessions";
import { formatDay } from "../../kit/words/format.ts";
import { sessionsText } from "./words.ts";

/** The title without the prefix of its domain, which a rename keeps (spec 001 §2). */
export function titleParts({ title, domain }: Pick<Session, "title" | "domain">): { readonly prefix: string; readonly title: string } {
	const start = `${domain ?? ""}: `;
	return domain !== undefined && title.startsWith(start)
		? { prefix: domain, title: title.slice(start.length) }
		: { prefix: domain ?? "", title };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long ago, in one word; both in ms since the epoch. A week and more is a date. */
export function ageOf(at: number, now: number): string {
	const past = Math.max(0, now - at);
	if (past < minuteMs) return sessionsText.now;
	if (past < hourMs) return sessionsText.minutes(Math.floor(past / minuteMs));
	if (past < dayMs) return sessionsText.hours(Math.floor(past / hourMs));
	if (past < 7 * dayMs) return sessionsText.days(Math.floor(past / dayMs));
	return formatDay(at);
}

/** Splits a text at what was searched, case ignored: parts with an odd index are the found ones. */
export function splitAt(content: string, query: string): readonly string[] {
	const words = query
		.trim()
		.split(/\s+/)
		.filter((word) => word !== "");
	if (words.length === 0) return [content];
	const found = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "giu");
	return content.split(found);
}
