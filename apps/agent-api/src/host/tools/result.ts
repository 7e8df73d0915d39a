import type { ToolResult } from "@webhand/contracts/tools/agent-events";
import { AppError } from "@webhand/service-kit/errors";
import { defined } from "../../shared/defined.ts";
import type { Refusal } from "./ports.ts";

/** Bytes of a result as a model gets it. */
const mostBytes = 65_536;
/** Room for the names around it, and for what counts two or more bytes. */
const leastKept = 500;
/** Characters of the error of a result that is too long. */
const longestError = 1_000;

/**
 * A result that fits a model: of long texts the head and the tail, with the number of characters between them; where that is not enough,
 * of the whole as JSON text.
 *
 * @param most bytes as JSON
 * @throws never
 */
export function fitted(given: ToolResult, most = mostBytes): ToolResult {
	if (sizeOf(given) <= most) return given;
	const result = given.ok ? given : { ...given, error: cutText(given.error, longestError) };
	if (result.data === undefined) return result;
	for (let kept = 32_768; kept >= leastKept; kept /= 2) {
		const cut = { ...result, data: cutTexts(result.data, kept) };
		if (sizeOf(cut) <= most) return cut;
	}
	const text = JSON.stringify(result.data);
	for (let kept = 32_768; ; kept /= 2) {
		const cut = { ...result, data: { cut: cutText(text, kept) } };
		if (sizeOf(cut) <= most) return cut;
	}
}

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

function cutTexts(value: unknown, kept: number): unknown {
	if (typeof value === "string") return cutText(value, kept);
	if (Array.isArray(value)) return value.map((entry: unknown) => cutTexts(entry, kept));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cutTexts(member, kept)]));
}

/** Three quarters of what is kept are the head. */
function cutText(text: string, kept: number): string {
	if (text.length <= kept) return text;
	const [head, tail] = [Math.floor((kept * 3) / 4), Math.floor(kept / 4)];
	const left = text.length - head - tail;
	return `${text.slice(0, head).toWellFormed()}\n… ${left.toLocaleString("en")} characters left out …\n${text.slice(-tail).toWellFormed()}`;
}

/** A refusal as a result. @throws what is none */
export function refusalOf(cause: unknown): Refusal {
	if (!(cause instanceof AppError)) throw cause;
	return { ok: false, error: `${cause.code}: ${cause.message}`, ...defined({ data: cause.details }) };
}
