import { Box, Button, HStack, Text } from "@chakra-ui/react";

type Props = { readonly save: string; readonly nothingChanged: string; readonly isIdle: boolean };

/** The end of a form that changes what is there. `isIdle`: it was sent without a change. */
export function SaveRow({ save, nothingChanged, isIdle }: Props) {
	return (
		<HStack wrap="wrap">
			<Button type="submit" size="sm" colorPalette="brand">
				{save}
			</Button>
			<Box role="status">{isIdle ? <Text color="fg.quiet">{nothingChanged}</Text> : null}</Box>
		</HStack>
	);
}
