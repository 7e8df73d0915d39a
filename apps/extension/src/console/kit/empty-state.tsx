import { Box, Stack, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";

type Props = { readonly title: string; readonly hint: string; readonly isAlert?: boolean; readonly children?: ReactNode };

/** A sentence where content would stand, and the next step. */
export function EmptyState({ title, hint, isAlert = false, children }: Props) {
	return (
		<Box
			borderWidth="1px"
			borderStyle="dashed"
			borderColor="line.strong"
			borderRadius="lg"
			px="6"
			py="10"
			role={isAlert ? "alert" : "status"}
		>
			<Stack gap="2" align="center" textAlign="center" maxW="28rem" mx="auto">
				<Text fontWeight="semibold" fontSize="md">
					{title}
				</Text>
				<Text color="fg.quiet">{hint}</Text>
				{children}
			</Stack>
		</Box>
	);
}
