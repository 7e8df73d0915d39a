import { Box, Link } from "@chakra-ui/react";

/** Where a row was read, under these words. Only an address of the web is a link: a page can have others. */
export function SourceLink({ url, children }: { readonly url: string; readonly children: string }) {
	if (!/^https?:\/\//.test(url)) return <Box as="span">{children}</Box>;
	return (
		<Link href={url} target="_blank" rel="noreferrer" color="brand.fg" overflowWrap="anywhere" title={url}>
			{children}
		</Link>
	);
}
