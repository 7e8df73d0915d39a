import type { ButtonProps } from "@chakra-ui/react";
import { Button } from "@chakra-ui/react";

/** A button that is a row of a list: as wide as the list, its content at the start and broken into lines. */
export function RowButton(props: ButtonProps) {
	return (
		<Button
			variant="plain"
			w="full"
			h="auto"
			minH="8"
			px="gutter"
			py="1"
			gap="2"
			rounded="none"
			justifyContent="start"
			textAlign="start"
			fontWeight="normal"
			whiteSpace="normal"
			focusRingOffset="-2px"
			_hover={{ bg: "bg.hover" }}
			{...props}
		/>
	);
}
