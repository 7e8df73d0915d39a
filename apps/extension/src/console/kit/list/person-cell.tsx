import { Badge, Box, HStack, Text } from "@chakra-ui/react";
import { Quiet } from "../quiet.tsx";

type Props = { readonly name: string; readonly detail: string; readonly mark?: string };

/** Who a row is about: the name, and what identifies it below, with room for an email of 28 characters in one line. `mark` says that it is the reader. */
export function PersonCell({ name, detail, mark = "" }: Props) {
	return (
		<Box minW="14rem">
			<HStack gap="2" wrap="wrap">
				<Text fontWeight="medium" overflowWrap="anywhere">
					{name}
				</Text>
				{mark === "" ? null : <Badge size="xs">{mark}</Badge>}
			</HStack>
			<Quiet>{detail}</Quiet>
		</Box>
	);
}
