import { Box, Button } from "@chakra-ui/react";
import type { TaskView } from "@webhand/contracts/agent/task-trace";
import { shareTaskRoute, unshareTaskRoute } from "@webhand/contracts/agent/task-trace";
import { useState } from "react";
import { CopyButton } from "../../../../kit/controls/copy-button.tsx";
import { useSubmit } from "../../../../kit/load/queries.ts";
import type { SignedInApi } from "../../../../signed-in-api.ts";
import { ProblemView } from "../../../kit/load/problem-view.tsx";
import { pathOf } from "../../../place/place.ts";
import { tracesText } from "../words.ts";

type Props = { readonly api: SignedInApi; readonly task: Pick<TaskView, "taskId" | "share"> };

const text = tracesText;

/** The owner shares a task inside the organization by a link, and takes that back. */
export function ShareTask({ api, task: { taskId, share: before } }: Props) {
	const [share, setShare] = useState<string | undefined>(before);
	const { submit: change, isBusy, problem } = useSubmit(async (work: () => Promise<string | undefined>) => setShare(await work()));
	const params = { taskId };
	const link = () => `${location.href.split("#", 1)[0]}#${pathOf({ page: "traces", parts: [taskId], query: { share: share ?? "" } })}`;
	return (
		<>
			{share === undefined ? (
				<Button
					size="xs"
					variant="outline"
					loading={isBusy}
					onClick={() => void change(async () => (await api.call(shareTaskRoute, { params })).share)}
				>
					{text.share}
				</Button>
			) : (
				<>
					<CopyButton label={text.copyShare} text={link()}>
						{text.copyShare}
					</CopyButton>
					<Button
						size="xs"
						variant="outline"
						loading={isBusy}
						onClick={() => void change(() => api.call(unshareTaskRoute, { params }).then(() => undefined))}
					>
						{text.unshare}
					</Button>
				</>
			)}
			<Box flexBasis="full" _empty={{ display: "none" }}>
				{problem === null ? null : <ProblemView problem={problem} />}
			</Box>
		</>
	);
}
