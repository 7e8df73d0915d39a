import { Flex } from "@chakra-ui/react";
import { LiveSteps } from "./live-steps.tsx";
import type { RecordProps } from "./record-props.ts";
import { Review } from "./review.tsx";
import { Saved } from "./saved.tsx";

/** The recording in place of the chat: its steps while the person works, then its name, then a first run. */
export function RecordView(props: RecordProps) {
	const { recording, command, onTry } = props;
	const drop = () => void command("record_drop", {});
	return (
		<Flex direction="column" flex="1" minH="0">
			{recording.saved !== null ? (
				<Saved saved={recording.saved} onClose={drop} onTry={onTry} />
			) : recording.state === "review" ? (
				<Review {...props} onDrop={drop} />
			) : (
				<LiveSteps {...props} />
			)}
		</Flex>
	);
}
