import { Text } from "@chakra-ui/react";

/** Text with quotes of a page or a user, which keep their own writing direction. */
export function Words({ children }: { readonly children: string }) {
	return (
		<Text as="span">
			{children.split(/(?<=[“„])([^“”„]+)(?=[”“])/).map((part, index) =>
				index % 2 === 0 ? (
					part
				) : (
					<Text as="bdi" key={`${index + 1}`}>
						{part}
					</Text>
				),
			)}
		</Text>
	);
}
