import type { ToolResult } from "@webhand/contracts/tools/agent-events";

/** All texts of a result, those of a failed one and names of several words too: for what may leave, and who gives orders. @throws never */
export function textsOfResult(result: ToolResult): readonly string[] {
	const texts = result.ok ? [] : [result.error];
	const visit = (value: unknown): void => {
		if (typeof value === "string") texts.push(value);
		else if (Array.isArray(value)) for (const entry of value) visit(entry);
		else if (typeof value === "object" && value !== null)
			for (const [name, entry] of Object.entries(value)) {
				if (/\s/.test(name)) texts.push(name);
				visit(entry);
			}
	};
	visit(result.data);
	return texts;
}
