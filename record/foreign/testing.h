#pragma once

// Outputs as the tools print them: heads, widths and words are theirs.

namespace mpigauge {

inline constexpr const char* kOsuText = R"(
# OSU MPI Allreduce Latency Test v7.4
# Datatype: MPI_CHAR.
# Size       Avg Latency(us)
1                      28.46
1024                   64.22

# OSU MPI Bandwidth Test v5.9
# Size      Bandwidth (MB/s)
1000000             12500.00
# OSU MPI Multiple Bandwidth / Message Rate Test v5.9
# [ pairs: 2 ] [ window size: 64 ]
# Size                  MB/s        Messages/s
1                       4.00        4000000.00
8                      16.00
# OSU MPI Many Things Test v5.9
1                       4.00
# OSU MPI Barrier Latency Test v5.9
# Avg Latency(us)
             1.50
)";

inline constexpr const char* kImbText = R"(
#---------------------------------------------------
# Benchmarking PingPong 
# #processes = 2 
# ( 142 additional processes waiting in MPI_Barrier)
#---------------------------------------------------
       #bytes #repetitions      t[usec]   Mbytes/sec
            0         1000         0.50         0.00
           64         1000         0.75        85.33

#----------------------------------------------------------------
# Benchmarking Allreduce 
# #processes = 144 
#----------------------------------------------------------------
       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]
            8         1000         4.50        18.59        11.69

#---------------------------------------------------
# Benchmarking Barrier 
# #processes = 144 
#---------------------------------------------------
 #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]
         1000         3.00         5.00         4.00

#---------------------------------------------------
# Benchmarking Uniband 
# #processes = 2 
#---------------------------------------------------
       #bytes #repetitions   Mbytes/sec      Msg/sec
            8         1000       100.00     12500000
)";

inline constexpr const char* kReprompiText = R"(
#Command-line arguments:  ./bin/mpibenchmark
#@operation=MPI_BOR
#@datatype_size_bytes=4
#@nprocs=4
                                              test       nrep        count  errorcode    runtime_sec 
                                         MPI_Bcast          0            2          0   0.0000030000
                                         MPI_Bcast          1            2          0   0.0000010000
                                         MPI_Bcast          2            2          4   0.9000000000
                                         MPI_Bcast          3            2          0   0.0000020000
                                      GL_Allgather          0            2          0   0.0000020000
)";

}  // namespace mpigauge
