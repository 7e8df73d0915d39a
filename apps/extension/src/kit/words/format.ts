import type { TokenUsage } from "@webhand/contracts/agent/task-trace";

/** Day and time in the reader's time zone. @param time ISO 8601, or ms since the epoch */
export function formatTime(time: string | number): string {
	return new Date(time).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}

/** Day in the reader's time zone. @param time ISO 8601 */
export function formatDay(time: string): string {
	return new Date(time).toLocaleDateString("en", { dateStyle: "medium" });
}

/** US dollars: cents, or two digits that count below one cent; "–" for an unknown price. */
export function formatUsd(usd: number | undefined): string {
	if (usd === undefined) return "–";
	const digits = usd === 0 || usd >= 0.1 ? { maximumFractionDigits: 2 } : { maximumSignificantDigits: 2 };
	return usd.toLocaleString("en", {
		style: "currency",
		currency: "USD",
		minimumFractionDigits: usd >= 0.1 || usd === 0 ? 2 : 0,
		...digits,
	});
}

export function formatNumber(value: number): string {
	return value.toLocaleString("en");
}

/** How many there are: `1 row`, `1,200 rows`. */
export function formatCount(n: number, one: string, many: string): string {
	return n === 1 ? `1 ${one}` : `${formatNumber(n)} ${many}`;
}

/** A size: `812 bytes`, `4.2 kB`, `3.1 MB`. @param bytes at least 0 */
export function formatBytes(bytes: number): string {
	if (bytes < 1_000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
	return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A duration: `812 ms`, `4.2 s`, `3 min 5 s`. @param ms at least 0 */
export function formatMs(ms: number): string {
	if (ms < 1_000) return `${Math.round(ms)} ms`;
	if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
	return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}

/** All tokens of a task or step. */
export function tokensOf({ promptTokens, completionTokens }: Pick<TokenUsage, "promptTokens" | "completionTokens">): number {
	return promptTokens + completionTokens;
}
