import { Button, Flex, HStack, Stack, Text } from "@chakra-ui/react";
import { CopyButton } from "../../../../kit/controls/copy-button.tsx";
import { DiffViewer } from "../../diff/diff-viewer.tsx";
import { SmallHead } from "../../kit/small-head.tsx";
import { filesText } from "../words.ts";
import type { Meanwhile } from "./edit-state.ts";
import type { Edit } from "./use-edit.ts";

type Props = { readonly edit: Edit; readonly meanwhile: Meanwhile };

/** A file that changed during its edit: what changed, what saving would do to that, and the choice. */
export function ConflictView({ edit, meanwhile }: Props) {
	const text = filesText.edit;
	const { state, dispatch } = edit;
	const isGone = meanwhile.hash === null;
	const isTaken = state.base.hash === null;
	return (
		<>
			<Flex direction="column" gap="2" flex="1" minH="0" overflowY="auto" py="2.5">
				<Stack px="gutter" gap="0.5" role="alert">
					<Text fontWeight="semibold">{isTaken ? text.takenTitle : text.conflictTitle}</Text>
					<Text textStyle="small" color="fg.quiet">
						{isGone ? text.goneText : text.conflictText}
					</Text>
				</Stack>
				{meanwhile.theirs === null ? null : (
					<>
						<SmallHead title={isTaken ? text.there : text.theirs} />
						<Flex direction="column" px="gutter">
							<DiffViewer diff={meanwhile.theirs} />
						</Flex>
					</>
				)}
				<SmallHead title={text.mine} />
				<Flex direction="column" px="gutter">
					<DiffViewer diff={meanwhile.mine} />
				</Flex>
			</Flex>
			<HStack px="gutter" py="2" gap="1.5" justify="end" wrap="wrap" borderTopWidth="1px" borderColor="line.soft" flexShrink="0">
				<CopyButton variant="ghost" me="auto" text={state.text}>
					{text.copyMine}
				</CopyButton>
				<Button size="xs" variant="ghost" autoFocus onClick={() => dispatch({ type: "edit_again" })}>
					{text.back}
				</Button>
				{isGone ? null : (
					<Button size="xs" variant="outline" disabled={state.isBusy} onClick={() => dispatch({ type: "theirs_taken" })}>
						{text.takeTheirs}
					</Button>
				)}
				<Button size="xs" colorPalette="brand" loading={state.isBusy} aria-label={text.keepMine} onClick={() => void edit.save(meanwhile)}>
					{text.keepMine}
				</Button>
			</HStack>
		</>
	);
}
