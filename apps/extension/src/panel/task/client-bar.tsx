import { Box, Text } from "@chakra-ui/react";
import type { RunView } from "../../panel-state.ts";
import { clientText } from "./words.ts";

/** Says which connected client works in this tab; the task's own Stop stands right below. */
export function ClientBar({ run }: { readonly run: RunView }) {
	if (run.client === undefined || run.state !== "running") return null;
	return (
		<Box
			as="section"
			aria-label={clientText.acting}
			px="gutter"
			py="1.5"
			bg="brand.subtle"
			borderBottomWidth="1px"
			borderColor="line.soft"
			flexShrink="0"
		>
			<Text textStyle="small" overflowWrap="anywhere">
				{clientText.usesTab(run.client.name)}
			</Text>
		</Box>
	);
}
