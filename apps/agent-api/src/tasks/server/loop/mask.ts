import type { ToolResult } from "@webhand/contracts/tools/agent-events";
import { maskSecrets } from "@webhand/service-kit/mask";

/** A result without what looks like a key, a token or a password: it is stored, shown and sent to a model. @throws never */
export function maskedResult(result: ToolResult): ToolResult {
	if (result.ok) return { ok: true, data: maskedTexts(result.data ?? null) };
	return { ok: false, error: maskSecrets(result.error), ...(result.data === undefined ? {} : { data: maskedTexts(result.data) }) };
}

/** Data as JSON has it, its texts masked one by one, so that no mask tears a quotation apart. */
function maskedTexts(value: unknown): unknown {
	if (typeof value === "string") return maskSecrets(value).toWellFormed();
	if (Array.isArray(value)) return value.map(maskedTexts);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, maskedTexts(member)]));
}
