import { FileDiff } from "@webhand/contracts/tools/files";
import { z } from "zod";

const Changed = z.object({ diff: FileDiff.optional(), files: z.array(z.unknown()).optional() });

/** The changes of files in the result of a tool call; none in a result of another kind. @throws never */
export function diffsOf(data: unknown): readonly FileDiff[] {
	const changed = Changed.safeParse(data);
	if (!changed.success) return [];
	const { diff, files = [] } = changed.data;
	const listed = files.flatMap((file) => {
		const one = FileDiff.safeParse(file);
		return one.success ? [one.data] : [];
	});
	return diff === undefined ? listed : [diff, ...listed];
}
