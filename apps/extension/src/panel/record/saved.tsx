import { Button, Heading, HStack, Stack, Text } from "@chakra-ui/react";
import type { RecordingView } from "../../recording.ts";
import type { RecordProps } from "./record-props.ts";
import { recordText } from "./words.ts";

type Props = {
	readonly saved: NonNullable<RecordingView["saved"]>;
	readonly onTry: RecordProps["onTry"];
	readonly onClose: () => void;
};

/** The recording became a routine: a first run of it is offered at once. */
export function Saved({ saved, onTry, onClose }: Props) {
	const tryIt = () => {
		onTry?.(saved.id);
		onClose();
	};
	return (
		<Stack role="status" m="gutter" p="4" gap="3" borderWidth="1px" borderColor="line.done" bg="bg.done" rounded="xl">
			<Heading as="h2" textStyle="answer" overflowWrap="anywhere">
				{recordText.saved(saved.name)}
			</Heading>
			{onTry === undefined ? null : <Text>{recordText.savedText}</Text>}
			<HStack gap="2" wrap="wrap">
				{onTry === undefined ? null : (
					<Button size="xs" colorPalette="brand" onClick={tryIt}>
						{recordText.tryIt}
					</Button>
				)}
				<Button size="xs" variant="outline" onClick={onClose}>
					{recordText.close}
				</Button>
			</HStack>
		</Stack>
	);
}
