import { Button, Link } from "@chakra-ui/react";
import type { TaskId } from "@webhand/contracts/ids";
import { draftPath } from "../kit/paths.ts";
import { routinesText } from "../words.ts";

/** The way from a finished task to its draft. */
export function SaveAsRoutine({ taskId }: { readonly taskId: TaskId }) {
	return (
		<Button asChild size="xs" variant="outline">
			<Link href={`#${draftPath(taskId)}`} color="fg" textDecoration="none">
				{routinesText.make.fromTask}
			</Link>
		</Button>
	);
}
