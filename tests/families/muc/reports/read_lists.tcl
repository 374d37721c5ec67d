# Print, for each element of each list in the list that a file is, its UTF-8 bytes in hexadecimal.
set file [open [lindex $argv 0]]
fconfigure $file -encoding utf-8
foreach texts [read $file] {
    foreach text $texts {
        binary scan [encoding convertto utf-8 $text] H* bytes
        puts "=$bytes"
    }
}
