import type { UsageRow } from "@webhand/contracts/agent/usage";
import { csvOf } from "../../../kit/words/csv.ts";

const head = ["key", "tasks", "steps", "calls", "prompt_tokens", "cached_tokens", "completion_tokens", "usd", "estimated", "name"];

/**
 * Usage as CSV (RFC 4180): comma, CRLF, a line of names first. The first column is the day, an id or `provider/model`; an unknown price
 * and the name of what has none are empty.
 *
 * @throws never
 */
export function usageCsv(rows: readonly UsageRow[], by: string): string {
	const lines = rows.map(({ key, tasks, steps, calls, promptTokens, cachedTokens, completionTokens, usd, estimated, name = "" }) => [
		key,
		tasks ?? "",
		steps,
		calls,
		promptTokens,
		cachedTokens ?? 0,
		completionTokens,
		usd ?? "",
		estimated === true ? "yes" : "no",
		name,
	]);
	return csvOf([head.with(0, by), ...lines]);
}
