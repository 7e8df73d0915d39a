import { Badge, Box, HStack, Text } from "@chakra-ui/react";

type Props = { readonly name: string; readonly detail: string; readonly mark?: string };

/** Who a row is about: the name, and what identifies it below. `mark` says that it is the reader. */
export function PersonCell({ name, detail, mark = "" }: Props) {
	return (
		<Box minW="8rem">
			<HStack gap="2" wrap="wrap">
				<Text fontWeight="medium" overflowWrap="anywhere">
					{name}
				</Text>
				{mark === "" ? null : <Badge size="xs">{mark}</Badge>}
			</HStack>
			<Text color="fg.quiet" fontSize="xs" overflowWrap="anywhere">
				{detail}
			</Text>
		</Box>
	);
}
