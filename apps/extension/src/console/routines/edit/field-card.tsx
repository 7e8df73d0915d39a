import { Box, Button, Heading, Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { editText as text } from "./words.ts";

type Props = { readonly title: string; readonly remove: string; readonly onRemove: () => void; readonly children: ReactNode };

/** One of several parts of a step, with its fields and a way to delete it. */
export function FieldCard({ title, remove, onRemove, children }: Props) {
	return (
		<Box as="section" aria-label={title} borderWidth="1px" borderColor="line.soft" borderRadius="lg" p="3">
			<Heading as="h3" textStyle="name" mb="2">
				{title}
			</Heading>
			<Stack gap="3">
				{children}
				<Box>
					<Button type="button" size="2xs" variant="ghost" color="fg.error" aria-label={remove} onClick={onRemove}>
						{text.removeFieldShort}
					</Button>
				</Box>
			</Stack>
		</Box>
	);
}
