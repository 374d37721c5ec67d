# Walk a map history, and print each attribute with its value's UTF-8 bytes in hexadecimal;
# `(` and `)` stand around each list of the hierarchy.
set lists {-class_pairs -obj_pairs -slot_pairs -multi-fill_pairs -single_fill_pairs}
set structures {-key_single_fill -rsp_single_fill}
set without_value {-key_obj_optional -rsp_obj_optional -key_slot_optional -rsp_slot_optional}

proc walk {attributes} {
    global lists structures without_value
    puts "("
    while {[llength $attributes] > 0} {
        set attributes [lassign $attributes name]
        if {$name in $without_value} {
            puts $name
            continue
        }
        set attributes [lassign $attributes value]
        if {$name in $lists} {
            puts $name
            foreach item $value { walk $item }
        } elseif {$name in $structures} {
            puts $name
            walk $value
        } else {
            binary scan [encoding convertto utf-8 $value] H* bytes
            puts "$name =$bytes"
        }
    }
    puts ")"
}

set file [open [lindex $argv 0]]
fconfigure $file -encoding utf-8
foreach document [read $file] { walk $document }
