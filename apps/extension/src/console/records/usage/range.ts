import type { UsageRow } from "@webhand/contracts/agent/usage";

/** First and last day, ISO dates in UTC. */
export type Range = { readonly from: string; readonly to: string };
export type Preset = "week" | "month" | "thisMonth" | "lastMonth";

const dayMs = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The ranges one mostly asks for. @param today an ISO date @throws never */
export function presetsOf(today: string): Readonly<Record<Preset, Range>> {
	const now = Date.parse(today);
	const [year = 0, month = 1] = today.split("-").map(Number);
	return {
		week: { from: iso(now - 6 * dayMs), to: today },
		month: { from: iso(now - 29 * dayMs), to: today },
		thisMonth: { from: iso(Date.UTC(year, month - 1, 1)), to: today },
		lastMonth: { from: iso(Date.UTC(year, month - 2, 1)), to: iso(Date.UTC(year, month - 1, 0)) },
	};
}

/** The preset that a range is; null for any other. @throws never */
export function presetOf(range: Range, today: string): Preset | null {
	const found = Object.entries(presetsOf(today)).find(([, { from, to }]) => from === range.from && to === range.to);
	return (found?.[0] as Preset | undefined) ?? null;
}

/** Every day of a range, with its row where there is one; at most 366. @throws never */
export function daysOf(
	{ from, to }: Range,
	rows: readonly UsageRow[],
): readonly { readonly day: string; readonly row: UsageRow | undefined }[] {
	const byDay = new Map(rows.map((row) => [row.key, row]));
	const count = Math.min(366, Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1));
	return Array.from({ length: count }, (_, index) => {
		const day = iso(Date.parse(from) + index * dayMs);
		return { day, row: byDay.get(day) };
	});
}
