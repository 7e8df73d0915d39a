import { Button, HStack, Text } from "@chakra-ui/react";
import { dismissRepeatsRoute, taskRepeatsRoute } from "@webhand/contracts/agent/task-repeats";
import type { TaskId } from "@webhand/contracts/ids";
import { useReply, useSubmit } from "../../kit/load/queries.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import { taskText } from "./words.ts";

type Props = {
	readonly api: SignedInApi;
	readonly taskId: TaskId;
	/** @param repeats tasks that did the same with other values */
	readonly onSave: (repeats: readonly TaskId[]) => void;
};

/** One quiet line below a task that was done again and again: a routine would spare it. Nothing stands here where that is not known. */
export function RepeatsLine({ api, taskId, onSave }: Props) {
	const { value, replace } = useReply(api, taskRepeatsRoute, { params: { taskId } });
	const dismiss = useSubmit(async () => {
		await api.call(dismissRepeatsRoute, { params: { taskId } });
		replace({ repeats: null });
	});
	const repeats = value?.repeats ?? null;
	if (repeats === null) return null;
	return (
		<HStack
			role="group"
			aria-label={taskText.repeats(repeats.count)}
			gap="0.5"
			wrap="wrap"
			mt="1.5"
			pt="1.5"
			borderTopWidth="1px"
			borderColor="line.soft"
		>
			<Text textStyle="small" color="fg.quiet" me="1">
				{taskText.repeats(repeats.count)}
			</Text>
			<Button size="2xs" h="7" px="1.5" variant="ghost" colorPalette="brand" onClick={() => onSave(repeats.taskIds)}>
				{taskText.saveRoutine}
			</Button>
			<Button size="2xs" h="7" px="1.5" variant="ghost" color="fg.quiet" disabled={dismiss.isBusy} onClick={() => void dismiss.submit()}>
				{taskText.noRoutine}
			</Button>
		</HStack>
	);
}
