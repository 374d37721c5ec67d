/**
 * A page as a marketplace shows it. `folder` is that of the page in the repository; `repository` is an address such as
 * https://host/owner/name.git.
 */
export function packed(page: string, folder: string, repository: string | undefined): string;
