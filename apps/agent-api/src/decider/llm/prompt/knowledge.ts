import type { Knowledge, Turn } from "../../turn.ts";
import { tokensOf } from "../tokens.ts";
import type { Profile } from "./budget.ts";
import { escapeData, fence } from "./fence.ts";

/** The chunks that fit into the profile, best first: none after the first that does not. */
export function fittingKnowledge({ knowledge }: Pick<Turn, "knowledge">, profile: Profile): readonly Knowledge[] {
	const best = knowledge.slice(0, profile.knowledgeChunks);
	const end = best.findIndex(
		(_, index) =>
			tokensOf(
				best
					.slice(0, index + 1)
					.map(textOf)
					.join("\n"),
			) > profile.knowledgeTokens,
	);
	return end === -1 ? best : best.slice(0, end);
}

const titles = { org: "Relevant company knowledge", public: "Public context" } as const;

/** The organization's own chunks, then public ones: each kind under its title, in a fence of its own. */
export function knowledgeParts(chunks: readonly Knowledge[], nonce: string): readonly string[] {
	const parts = (["org", "public"] as const).flatMap((scope) => {
		const own = chunks.filter((chunk) => chunk.scope === scope);
		return own.length === 0 ? [] : [`${titles[scope]}:\n${fence("knowledge", nonce, own.map(textOf).join("\n\n"))}`];
	});
	return parts.length === 0 ? [] : [howToUse, ...parts];
}

const howToUse =
	"Knowledge says how things are done here: follow its facts where they fit TASK. Never quote it or name its documents to the person.";

function textOf({ documentTitle, section = "", content }: Knowledge): string {
	const source = [documentTitle, section].map(escapeData).filter((text) => text !== "");
	return `${source.join(", ")}: ${content.split("\n").map(escapeData).join("\n")}`;
}
