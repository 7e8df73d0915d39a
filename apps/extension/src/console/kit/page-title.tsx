import { Heading, Stack, Text } from "@chakra-ui/react";

/** The title of a page, which takes the focus when the page is opened, and what the page is for. */
export function PageTitle({ title, lead = "" }: { readonly title: string; readonly lead?: string }) {
	return (
		<Stack gap="1">
			<Heading as="h1" size="xl" tabIndex={-1}>
				{title}
			</Heading>
			{lead === "" ? null : <Text color="fg.quiet">{lead}</Text>}
		</Stack>
	);
}
