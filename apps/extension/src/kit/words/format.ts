import type { TokenUsage } from "@webhand/contracts/agent/task-trace";
import { language } from "./language.ts";

/** Day and time in the reader's time zone. @param time ISO 8601, or ms since the epoch */
export function formatTime(time: string | number): string {
	return new Date(time).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

/** Day in the reader's time zone. @param time ISO 8601, or ms since the epoch */
export function formatDay(time: string | number): string {
	return new Date(time).toLocaleDateString(language, { dateStyle: "medium" });
}

/** The time of a day, with seconds, in the reader's time zone. @param time ISO 8601, or ms since the epoch */
export function formatClock(time: string | number): string {
	return new Date(time).toLocaleTimeString(language, { timeStyle: "medium" });
}

/** US dollars: cents, or two digits that count below one cent; "–" for an unknown price. */
export function formatUsd(usd: number | undefined): string {
	if (usd === undefined) return "–";
	const digits = usd === 0 || usd >= 0.1 ? { maximumFractionDigits: 2 } : { maximumSignificantDigits: 2 };
	return usd.toLocaleString(language, {
		style: "currency",
		currency: "USD",
		minimumFractionDigits: usd >= 0.1 || usd === 0 ? 2 : 0,
		...digits,
	});
}

export function formatNumber(value: number): string {
	return value.toLocaleString(language);
}

/** A text in quotation marks: `“tea”`. */
export function quoted(text: string): string {
	return language === "de" ? `„${text}“` : `“${text}”`;
}

/** How many there are: `1 row`, `1,200 rows`. */
export function formatCount(n: number, one: string, many: string): string {
	return n === 1 ? `1 ${one}` : `${formatNumber(n)} ${many}`;
}

const tenths = (value: number) => value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A size: `812 bytes`, `4.2 kB`, `3.1 MB`. @param bytes at least 0 */
export function formatBytes(bytes: number): string {
	if (bytes < 1_000) return language === "de" ? `${bytes} Byte` : formatCount(bytes, "byte", "bytes");
	return bytes < 1_000_000 ? `${tenths(bytes / 1_000)} kB` : `${tenths(bytes / 1_000_000)} MB`;
}

/** A duration: `812 ms`, `4.2 s`, `3 min 5 s`. @param ms at least 0 */
export function formatMs(ms: number): string {
	// Each unit is chosen after rounding, so that no "60 s" stands where a minute is full.
	const [whole, tenthsOfSecond, seconds] = [Math.round(ms), Math.round(ms / 100), Math.round(ms / 1_000)];
	if (whole < 1_000) return `${whole} ms`;
	if (tenthsOfSecond < 600) return `${tenths(tenthsOfSecond / 10)} s`;
	return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** All tokens of a task or step. */
export function tokensOf({ promptTokens, completionTokens }: Pick<TokenUsage, "promptTokens" | "completionTokens">): number {
	return promptTokens + completionTokens;
}
