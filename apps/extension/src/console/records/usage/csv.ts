import type { UsageRow } from "@webhand/contracts/agent/usage";

const head = ["key", "tasks", "steps", "calls", "prompt_tokens", "cached_tokens", "completion_tokens", "usd", "estimated"];
// A spreadsheet runs a cell that begins with one of these as a formula (OWASP, CSV injection).
const formulaStart = /^[=+\-@\t\r\n]/;

/**
 * Usage as CSV (RFC 4180): comma, CRLF, a line of names first. The first column is the day, the user's id or `provider/model`; an unknown
 * price is empty.
 *
 * @throws never
 */
export function usageCsv(rows: readonly UsageRow[], by: string): string {
	const lines = rows.map(({ key, tasks, steps, calls, promptTokens, cachedTokens, completionTokens, usd, estimated }) => [
		key,
		tasks ?? "",
		steps,
		calls,
		promptTokens,
		cachedTokens ?? 0,
		completionTokens,
		usd ?? "",
		estimated === true ? "yes" : "no",
	]);
	return [head.with(0, by), ...lines].map((line) => `${line.map(cellOf).join(",")}\r\n`).join("");
}

/** A cell: quoted where it must be, and never a formula. @throws never */
function cellOf(value: string | number): string {
	if (typeof value === "number") return String(value);
	const safe = formulaStart.test(value) ? `'${value}` : value;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
