import { Button, List, Stack, Text } from "@chakra-ui/react";
import { text } from "../words.ts";

/** Orders that need no language model; a click puts one into the composer. */
export function WhatWorks({ onExample }: { readonly onExample: (sentence: string) => void }) {
	return (
		<Stack gap="1" mt="1">
			<Text textStyle="small" color="fg.quiet">
				{text.task.worksTitle}
			</Text>
			<List.Root variant="plain" gap="0.5">
				{text.task.works.map((sentence) => (
					<List.Item key={sentence}>
						<Button
							size="2xs"
							h="auto"
							py="1"
							px="1"
							variant="ghost"
							fontWeight="normal"
							whiteSpace="normal"
							textAlign="start"
							onClick={() => onExample(sentence)}
						>
							{sentence}
						</Button>
					</List.Item>
				))}
			</List.Root>
		</Stack>
	);
}
